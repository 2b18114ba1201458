/** Beam search over a batch, with the rules of Hugging Face's `generate` (transformers 5) on candidates, ends and stopping. */
import type { Decoding, Found, GenerationRules } from './generative-model.ts';
import { BestList, logSoftmaxInPlace } from './log-softmax.ts';
import { applyRules, hasRules } from './token-rules.ts';

export interface SearchOptions {
  rules: GenerationRules;
  maxNewTokens: number;
  signal?: AbortSignal;
}

export interface BeamSearchOptions extends SearchOptions {
  beams: number;
  /** The number of answers per input, best first. The search itself keeps `beams` of them. */
  most?: number;
}

/** An unfinished sequence. `row` is its row in the batch. */
interface Beam {
  tokens: number[];
  score: number;
  row: number;
}

interface Search {
  input: number;
  live: Beam[];
  /** The best `beams` finished sequences, which contain the answer and decide when to stop. */
  kept: BestList<Found>;
  /** All finished sequences, for lists of answers. */
  ended: BestList<Found>;
}

const { fround } = Math;

export async function beamSearch(
  decoding: Decoding,
  { rules, maxNewTokens, signal, beams, most = beams }: BeamSearchOptions,
): Promise<Found[][]> {
  const searches = decoding.prompts.map(
    (_, input): Search => ({
      input,
      live: [{ tokens: [], score: 0, row: input }],
      kept: new BestList(beams),
      ended: new BestList(Math.max(most, beams)),
    }),
  );
  const ruled = hasRules(rules);
  let open = maxNewTokens > 0 ? searches : [];
  for (let logits = decoding.first, length = 1; open.length > 0; length++) {
    signal?.throwIfAborted();
    const rowOf = (row: number) => logits.data.subarray(row * logits.width, (row + 1) * logits.width);
    for (const search of open) {
      const prompt = decoding.prompts[search.input];
      const longest = prompt.length + maxNewTokens;
      for (const { tokens, row } of search.live) {
        const scores = logSoftmaxInPlace(rowOf(row));
        if (ruled) applyRules(scores, { tokens: [...prompt, ...tokens], prompt: prompt.length, longest }, rules);
      }
      grow(search, { beams, rules, last: length === maxNewTokens, rowOf });
    }
    open = open.filter((search) => search.live.length > 0 && isOpen(search, { beams, rules, length, maxNewTokens }));
    if (open.length === 0) break;
    const rows = open.flatMap(({ live }) => live);
    logits = await decoding.next(
      rows.map(({ row }) => row),
      rows.map(({ tokens }) => tokens[tokens.length - 1]),
    );
    for (const [row, beam] of rows.entries()) beam.row = row;
  }
  return searches.map(({ kept, ended }) =>
    [...kept.entries, ...ended.entries.filter((found) => !kept.entries.includes(found))].slice(0, most),
  );
}

interface GrowOptions {
  beams: number;
  rules: GenerationRules;
  /** Forbids every token. */
  last: boolean;
  rowOf(row: number): Float32Array;
}

/** Adds a token: the best continuations stay open, and those that end are scored. */
function grow(search: Search, { beams, rules, last, rowOf }: GrowOptions): void {
  const best = new BestList<{ beam: Beam; id: number }>(Math.max(2, 1 + rules.end.length) * beams);
  for (const beam of search.live) {
    const scores = rowOf(beam.row);
    let { least } = best;
    for (let id = 0; id < scores.length; id++) {
      const value = beam.score + scores[id];
      if (value > least) {
        best.add(fround(value), { beam, id });
        ({ least } = best);
      }
    }
  }
  const live: Beam[] = [];
  for (const [place, { beam, id }] of best.entries.entries()) {
    const score = best.values[place];
    const isEnd = rules.end.includes(id);
    if (!isEnd && !last) {
      if (live.length < beams) live.push({ tokens: [...beam.tokens, id], score, row: beam.row });
      continue;
    }
    const length = beam.tokens.length + 1;
    const found: Found = {
      tokens: isEnd ? beam.tokens : [...beam.tokens, id],
      score: fround(score / length ** rules.lengthPenalty),
      ended: isEnd ? 'stop' : 'length',
    };
    search.ended.add(found.score, found);
    // The other half of the candidates only ensures that enough sequences stay open.
    if (place < beams) search.kept.add(found.score, found);
  }
  search.live = live;
}

/** Whether an open sequence can still become better than the finished ones. */
function isOpen(
  { live, kept }: Search,
  { beams, rules, length, maxNewTokens }: { beams: number; rules: GenerationRules; length: number; maxNewTokens: number },
): boolean {
  const full = kept.entries.length >= beams;
  if (!full) return true;
  if (rules.earlyStopping === true) return false;
  const hoped = rules.earlyStopping === 'never' && rules.lengthPenalty > 0 ? maxNewTokens : length;
  return fround(live[0].score / hoped ** rules.lengthPenalty) > kept.values[kept.values.length - 1];
}
