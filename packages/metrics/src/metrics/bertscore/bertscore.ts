/** BERTScore (Zhang et al. 2020): greedy matching of contextual token vectors, as bert-score 0.3.12 computes it, over any encoder. */
import { type EncodedText, type Measure, type MetricInput, SetupError, type Tools } from '../../core/index.ts';
import { meanOf } from '../text/mean-of.ts';
import published from './bertscore-baselines.json' with { type: 'json' };

export interface BertscoreOptions {
  /** Folder of the encoder, named like the model; default: the available encoder. */
  model?: string;
  /** Hidden state to compare; default: bert-score's choice for known models, else the last. */
  layer?: number;
  /** Weigh tokens by their inverse document frequency in the references. */
  idf?: boolean;
  /** Also return scores rescaled with the published baselines. Default: if the baselines of the named model are known. */
  rescale?: boolean;
}

const OUTPUTS = ['bertscoreP', 'bertscoreR', 'bertscoreF'];

interface Baseline {
  precision: number;
  recall: number;
  f: number;
}

export interface BertscoreContext {
  signature: string;
  baseline: Baseline | null;
  scores: ReadonlyMap<string, PairScores>;
}

/** The program and version with the published baselines: `bert-score-0.3.12`. */
const BASELINES = published.source.split(',')[0].replace(' ', '-');
/** Items encoded at a time, which limits memory. */
const CHUNK = 128;

export function createBertscore(options: BertscoreOptions = {}): Measure<PairScores, BertscoreContext> & { outputs: readonly string[] } {
  const { model, layer, idf = false } = options;
  const rescale = options.rescale || (model !== undefined && isRescaled(model, layer));
  return {
    outputs: [...OUTPUTS, ...(rescale ? OUTPUTS.map((output) => `${output}Rescaled`) : [])],
    prepare: (inputs, tools) => prepareScores(inputs, tools, { layer, idf, rescale }),
    signature: (context) => context.signature,
    segment: ({ item, candidate }, { scores }) => {
      const stats = scores.get(keyOf(candidate, item.references));
      if (!stats) throw new RangeError(`item ${item.id} was not encoded`);
      return stats;
    },
    score: (stats, { baseline }) => {
      const [p, r, f] = [
        meanOf(stats.map(({ precision }) => precision)),
        meanOf(stats.map(({ recall }) => recall)),
        meanOf(stats.map((own) => own.f)),
      ];
      const raw = { bertscoreP: p, bertscoreR: r, bertscoreF: f };
      if (!rescale) return raw;
      return {
        ...raw,
        bertscorePRescaled: rescaled(p, baseline?.precision),
        bertscoreRRescaled: rescaled(r, baseline?.recall),
        bertscoreFRescaled: rescaled(f, baseline?.f),
      };
    },
  };
}

/** Papers report rescaled scores for models with published baselines. */
function isRescaled(folder: string, layer: number | undefined): boolean {
  const known = knownModel(folder);
  return known?.baselines[layer ?? known.layer] !== undefined;
}

function knownModel(id: string) {
  const name = id.split(/[\\/]/).at(-1);
  return Object.entries(published.models).find(([model]) => model === id || model.split('/').at(-1) === name)?.[1];
}

async function prepareScores(inputs: readonly MetricInput[], tools: Tools, options: BertscoreOptions): Promise<BertscoreContext> {
  const { encoder } = tools;
  if (!encoder) throw new SetupError('BERTScore needs an encoder', 'name one: bertscore(model=FOLDER)');
  const name = encoder.id.split(/[\\/]/).at(-1) ?? encoder.id;
  const known = knownModel(encoder.id);
  const layer = options.layer ?? known?.layer ?? encoder.layers;
  const row = known?.baselines[layer];
  if (options.rescale && !row)
    throw new SetupError(`no published BERTScore baseline for ${encoder.id}, layer ${layer}`, 'leave out the rescaling');

  const pairs: { key: string; matches: GreedyMatch[] }[] = [];
  const seen = new Set<string>();
  const references: number[][] = [];
  const reordered = new Set(inputs.map((input) => input.unordered));
  const all = inputs.flatMap((input) => (input.unordered ? [input, input.unordered] : [input]));
  for (let start = 0; start < all.length; start += CHUNK) {
    const chunk = all.slice(start, start + CHUNK);
    const texts = [...new Set(chunk.flatMap(({ candidate, item }) => [candidate, ...item.references]).map((text) => text.trim()))];
    const encoded = await encoder.encode(texts, { layer });
    const byText = new Map(texts.map((text, i) => [text, unitRows(encoded[i], encoder.dimensions)]));
    const find = (text: string) => byText.get(text.trim()) as EncodedText;
    for (const input of chunk) {
      const { candidate, item } = input;
      // Document frequencies are those of the references in their original order.
      if (!reordered.has(input)) for (const reference of item.references) references.push(find(reference).ids);
      const key = keyOf(candidate, item.references);
      if (seen.has(key)) continue;
      seen.add(key);
      pairs.push({ key, matches: item.references.map((reference) => greedyMatch(find(candidate), find(reference), encoder.dimensions)) });
    }
  }
  const weight = options.idf ? inverseDocumentFrequency(references) : () => 1;
  return {
    signature: `bertscore|model:${name}|layer:${layer}|idf:${options.idf ? 'references' : 'no'}|refs:best${options.rescale ? `|rescaled:${BASELINES}` : ''}`,
    baseline: row ? { precision: row[0], recall: row[1], f: row[2] } : null,
    scores: new Map(pairs.map(({ key, matches }) => [key, bestReference(matches.map((match) => weigh(match, weight)))])),
  };
}

function keyOf(candidate: string, references: readonly string[]): string {
  return JSON.stringify([candidate, references]);
}

/** P, R and F are chosen independently and may come from different references. */
function bestReference(scores: readonly PairScores[]): PairScores {
  const best = (part: keyof PairScores) =>
    scores.reduce<number | null>(
      (high, score) => (score[part] !== null && (high === null || score[part] > high) ? score[part] : high),
      null,
    );
  return { precision: best('precision'), recall: best('recall'), f: best('f') };
}

function rescaled(value: number | null, baseline: number | undefined): number | null {
  return value === null || baseline === undefined ? null : (value - baseline) / (1 - baseline);
}

/** Greedy matching of token vectors (BERTScore, Zhang et al. 2020, section 3): each token takes the most similar one of the other text. */
export interface PairScores {
  precision: number | null;
  recall: number | null;
  f: number | null;
}

/** The best cosine of each token on both sides, with the data that determines its weight. */
export interface GreedyMatch {
  candidate: TokenCosines;
  reference: TokenCosines;
}

interface TokenCosines {
  ids: readonly number[];
  special: readonly boolean[];
  best: Float32Array;
}

export function unitRows(text: EncodedText, dimensions: number): EncodedText {
  const states = Float32Array.from(text.states);
  for (let row = 0; row < states.length; row += dimensions) {
    let squares = 0;
    for (let i = row; i < row + dimensions; i++) squares += states[i] * states[i];
    const norm = Math.sqrt(squares) || 1;
    for (let i = row; i < row + dimensions; i++) states[i] /= norm;
  }
  return { ...text, states };
}

/** Special tokens have no weight, but words may match them: bert-score masks only the padding. */
export function greedyMatch(candidate: EncodedText, reference: EncodedText, dimensions: number): GreedyMatch {
  const bestCandidate = new Float32Array(candidate.ids.length).fill(-1);
  const bestReference = new Float32Array(reference.ids.length).fill(-1);
  for (let i = 0; i < candidate.ids.length; i++) {
    for (let j = 0; j < reference.ids.length; j++) {
      let cosine = 0;
      for (let k = 0, a = i * dimensions, b = j * dimensions; k < dimensions; k++)
        cosine += candidate.states[a + k] * reference.states[b + k];
      if (cosine > bestCandidate[i]) bestCandidate[i] = cosine;
      if (cosine > bestReference[j]) bestReference[j] = cosine;
    }
  }
  return {
    candidate: { ids: candidate.ids, special: candidate.special, best: bestCandidate },
    reference: { ids: reference.ids, special: reference.special, best: bestReference },
  };
}

/** log((N + 1) / (n + 1)), N and n counting references. */
export function inverseDocumentFrequency(references: readonly number[][]): (id: number) => number {
  const counts = new Map<number, number>();
  for (const ids of references) for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return (id) => Math.log((references.length + 1) / ((counts.get(id) ?? 0) + 1));
}

/** An empty text scores 0; if every weight is 0, the score is undefined. */
export function weigh({ candidate, reference }: GreedyMatch, weight: (id: number) => number): PairScores {
  if (candidate.special.every(Boolean) || reference.special.every(Boolean)) return { precision: 0, recall: 0, f: 0 };
  const [precision, recall] = [weightedMean(candidate, weight), weightedMean(reference, weight)];
  if (precision === null || recall === null) return { precision, recall, f: null };
  return { precision, recall, f: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0 };
}

function weightedMean({ ids, special, best }: TokenCosines, weight: (id: number) => number): number | null {
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < ids.length; i++) {
    if (special[i]) continue;
    const own = weight(ids[i]);
    sum += own * best[i];
    weights += own;
  }
  return weights > 0 ? sum / weights : null;
}
