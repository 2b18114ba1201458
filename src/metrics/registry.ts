/** Every metric by name: what it gives, what it needs, and how to load it. To add one, add a line. */
import { InputError, type Metric, type PrintedOutputs, type ToolNeeds } from '../core/index.ts';
import type { MeteorContext } from './meteor/meteor.ts';
import type { MetricOptions } from './metric-options.ts';
import type { SpiceContext } from './spice/spice.ts';
import { unordered, unorderedName } from './unordered.ts';

export interface MetricEntry {
  /** What it measures and where that is defined, in a line. */
  summary: string;
  /** Time for 1,000 items on one core: under 2 s, under 10 s, more. docs/metrics/costs.md has the seconds. */
  cost: 'fast' | 'medium' | 'slow';
  /** Names of its scores; each may be asked for alone. */
  outputs: readonly string[];
  needs?: ToolNeeds;
  /** How its scores are printed, where that is not as shares ×100. */
  printed?: PrintedOutputs;
  /** Compares with the item alone, not with its references. */
  withoutReferences?: boolean;
  /** It measures as this metric does, against the better order of the reference's sentences. */
  unordered?: string;
  load(options: MetricOptions): Promise<Metric>;
  /** For slow metrics that need only tokens: lets worker threads compute them. */
  elsewhere?: {
    /** The part of the context that scoring reads, without the tables. The number of references is added later. */
    keep(context: unknown): object;
    /** true: this thread helps; false: it never loads the tables. */
    here: boolean;
  };
}

const rougeOutputs = (suffix: string) => [`rouge1${suffix}`, `rouge2${suffix}`, `rougeL${suffix}`];

const PARTS = { name: 'rougeParts', kinds: ['rouge1', 'rouge2', 'rougeL', 'rougeLsum'], withF: ['rougeLsum'] };
/** rouge-score knows one digit. */
const LONGER_KINDS = [3, 4, 5, 6, 7, 8, 9].map((n) => `rouge${n}`);
const LONGER = { name: 'rougeN', kinds: LONGER_KINDS, withF: LONGER_KINDS };

const ORDERED: Readonly<Record<string, MetricEntry>> = {
  bleu: {
    summary: 'BLEU-1 to BLEU-4 (Papineni et al. 2002) as pycocoevalcap computes them',
    cost: 'fast',
    outputs: ['bleu1', 'bleu2', 'bleu3', 'bleu4'],
    load: async () => (await import('./text/bleu.ts')).bleu,
  },
  rouge: {
    summary: 'ROUGE-1, -2 and -L, F of the best reference (Lin 2004) as rouge-score computes it',
    cost: 'fast',
    outputs: rougeOutputs(''),
    load: async () => (await import('./text/rouge.ts')).createRouge({ over: 'best' }),
  },
  rougeMean: {
    summary: 'ROUGE, mean over all references',
    cost: 'fast',
    outputs: rougeOutputs('Mean'),
    load: async () => (await import('./text/rouge.ts')).createRouge({ over: 'mean' }),
  },
  rougeStem: {
    summary: 'ROUGE of stemmed words, best reference',
    cost: 'fast',
    outputs: rougeOutputs('Stem'),
    load: () => loadStemmedRouge('best'),
  },
  rougeStemMean: {
    summary: "ROUGE of stemmed words, mean over all references: CommonGen's",
    cost: 'fast',
    outputs: rougeOutputs('StemMean'),
    load: () => loadStemmedRouge('mean'),
  },
  rougeLCoco: {
    summary: 'ROUGE-L (Lin 2004) as pycocoevalcap computes it',
    cost: 'fast',
    outputs: ['rougeLCoco'],
    load: async () => (await import('./text/rouge-coco.ts')).rougeCoco,
  },
  chrf: {
    summary: 'chrF and chrF++: character n-grams, and words too (Popović 2015, 2017), as sacrebleu computes them',
    cost: 'fast',
    outputs: ['chrf', 'chrfPlusPlus'],
    load: async ({ chrf }) => (await import('./text/chrf.ts')).createChrf(chrf),
  },
  bleuSacre: {
    summary: 'BLEU (Papineni et al. 2002; Post 2018) as sacrebleu computes it',
    cost: 'fast',
    outputs: ['bleuSacre'],
    load: async ({ bleuSacre }) => (await import('./text/bleu-sacre.ts')).createBleuSacre(bleuSacre),
  },
  ter: {
    summary: 'translation edit rate, lower is better (Snover et al. 2006), as sacrebleu computes it',
    cost: 'fast',
    outputs: ['ter'],
    printed: { ter: { share: false, lowerIsBetter: true } },
    load: async ({ ter }) => (await import('./text/ter.ts')).createTer(ter),
  },
  rougeParts: rougeParts({
    summary: 'precision and recall of ROUGE-1, -2, -L; ROUGE-Lsum (Lin 2004) as rouge-score computes them',
    ...PARTS,
  }),
  rougePartsStem: rougeParts({ summary: 'the same of stemmed words', ...PARTS, stem: true }),
  rougeN: rougeParts({ summary: 'ROUGE-3 to ROUGE-9: F, precision and recall (Lin 2004) as rouge-score computes them', ...LONGER }),
  rougeNStem: rougeParts({ summary: 'the same of stemmed words', ...LONGER, stem: true }),
  cider: {
    summary: 'CIDEr and CIDEr-D: TF-IDF cosine of n-grams (Vedantam et al. 2015) as pycocoevalcap computes it',
    cost: 'fast',
    outputs: ['cider', 'ciderD', 'ciderUnclipped'],
    printed: { cider: { scale: 10 }, ciderD: { scale: 10 }, ciderUnclipped: { scale: 10 } },
    load: async ({ cider }) => (await import('./text/cider.ts')).createCider(cider),
  },
  meteor: {
    summary: 'METEOR 1.5: aligned words, stems, synonyms, paraphrases (Denkowski and Lavie 2014)',
    cost: 'medium',
    outputs: ['meteor'],
    needs: { wordnet: true },
    load: async ({ meteor }) => (await import('./meteor/meteor.ts')).createMeteor(meteor),
    elsewhere: {
      keep: (context) => {
        const { modules, parameters, paraphrases } = context as MeteorContext;
        return { modules, parameters, paraphrases: paraphrases && { id: paraphrases.id } };
      },
      here: false,
    },
  },
  spice: {
    summary: 'SPICE: F of scene-graph tuples (Anderson et al. 2016), with a parser of our own',
    cost: 'slow',
    outputs: ['spice'],
    needs: { wordnet: true },
    load: async () => (await import('./spice/spice.ts')).spice,
    elsewhere: { keep: (context) => ({ parser: (context as SpiceContext).parser }), here: true },
  },
  spider: {
    summary: 'SPIDEr: mean of SPICE and CIDEr-D (Liu et al. 2017)',
    cost: 'slow',
    outputs: ['spider'],
    needs: { wordnet: true },
    // As CIDEr, which is the larger part of it.
    printed: { spider: { scale: 10, share: false } },
    load: async ({ cider }) => (await import('./spice/spider.ts')).createSpider({ cider }),
  },
  softSpice: {
    summary: 'soft SPICE (ours): scene-graph tuples compared by the cosine of MiniLM vectors',
    cost: 'slow',
    outputs: ['softSpice'],
    needs: { wordnet: true, embedder: true },
    load: async () => (await import('./spice/soft-spice.ts')).createSoftSpice(),
  },
  bertscore: {
    summary: 'BERTScore: greedy matching of token vectors (Zhang et al. 2020)',
    cost: 'slow',
    outputs: ['bertscoreP', 'bertscoreR', 'bertscoreF'],
    needs: { encoder: true },
    load: async ({ bertscore }) => (await import('./bertscore/bertscore.ts')).createBertscore(bertscore),
  },
  coverage: {
    summary: 'share of the keywords that the output has (CommonGen, Lin et al. 2020)',
    cost: 'fast',
    outputs: ['coverage'],
    needs: { analyse: true, wordnet: true },
    withoutReferences: true,
    load: async () => (await import('./keywords/coverage.ts')).coverage,
  },
  diversity: {
    summary: 'self-BLEU (Zhu et al. 2018) and distinct n-grams (Li et al. 2016) of the outputs',
    cost: 'fast',
    outputs: ['selfBleu', 'distinct1', 'distinct2'],
    withoutReferences: true,
    load: async () => (await import('./text/diversity.ts')).diversity,
  },
  accuracy: {
    summary: 'share of outputs that equal a reference',
    cost: 'fast',
    outputs: ['accuracy'],
    load: async () => (await import('./answers/accuracy.ts')).accuracy,
  },
  classification: {
    summary: 'F1, precision, recall and accuracy of yes/no answers',
    cost: 'fast',
    outputs: ['f1', 'precision', 'recall', 'accuracy', 'yesShare'],
    load: async () => (await import('./answers/classification.ts')).classification,
  },
  length: {
    summary: 'words of the outputs, and their ratio to the references',
    cost: 'fast',
    outputs: ['length', 'lengthWords', 'lengthRatio'],
    withoutReferences: true,
    printed: { length: { scale: 1, share: false }, lengthWords: { scale: 1, share: false }, lengthRatio: { share: false } },
    load: async () => (await import('./text/length.ts')).length,
  },
};

/** Metrics that have a twin which does not mind the order of sentences: the columns of SituatedGen's paper. */
const WITH_TWIN = ['bleu', 'rouge', 'meteor', 'cider', 'spice', 'bertscore'] as const;

export const METRICS: Readonly<Record<string, MetricEntry>> = {
  ...ORDERED,
  ...Object.fromEntries(WITH_TWIN.map((name) => [unorderedName(name), unorderedEntry(name, ORDERED[name])])),
};

function unorderedEntry(name: string, { summary, cost, outputs, needs, printed = {}, load }: MetricEntry): MetricEntry {
  return {
    summary: `${summary}; sentences of the reference in the better order`,
    cost,
    outputs: outputs.map(unorderedName),
    needs,
    printed: Object.fromEntries(Object.entries(printed).map(([output, how]) => [unorderedName(output), how])),
    unordered: name,
    load: async (options) => unordered(await load(options)),
  };
}

/** What `score` measures unless told otherwise: all that needs no model. */
export const DEFAULT_METRICS = ['bleu', 'rouge', 'rougeLCoco', 'cider', 'ciderD', 'meteor'] as const;

async function loadStemmedRouge(over: 'best' | 'mean'): Promise<Metric> {
  const [{ createRouge }, stemmer] = await Promise.all([import('./text/rouge.ts'), loadPorter()]);
  return createRouge({ stemmer, over });
}

async function loadPorter() {
  return { name: 'porter', stem: (await import('../nlp/words/stemmers.ts')).stemPorterNltk };
}

function rougeParts({
  summary,
  stem,
  ...rest
}: {
  summary: string;
  name: string;
  kinds: string[];
  withF: string[];
  stem?: boolean;
}): MetricEntry {
  const { kinds, withF } = rest;
  const suffix = stem ? 'Stem' : '';
  return {
    summary,
    cost: 'fast',
    // F, precision and recall: `rouge3`, `rouge3P`, `rouge3R`.
    outputs: kinds.flatMap((kind) => [...(withF.includes(kind) ? [kind] : []), `${kind}P`, `${kind}R`]).map((output) => output + suffix),
    load: async () => (await import('./text/rouge-parts.ts')).createRougeParts({ ...rest, stemmer: stem ? await loadPorter() : undefined }),
  };
}

export interface ChosenMetric {
  name: string;
  entry: MetricEntry;
  /** Which of its outputs were asked for. */
  outputs: readonly string[];
}

/** All metrics by name: a benchmark's own first, and in place of those of the same name. */
function metricTable(own: readonly Metric[]): Readonly<Record<string, MetricEntry>> {
  const ownTable = Object.fromEntries(
    own.map((metric): [string, MetricEntry] => [
      metric.name,
      {
        summary: metric.paper,
        cost: 'medium',
        outputs: metric.outputs,
        needs: metric.needs,
        printed: metric.printed,
        withoutReferences: true,
        load: async () => metric,
      },
    ]),
  );
  return { ...ownTable, ...METRICS, ...ownTable };
}

/** How a score is printed: multiplied by `scale`; `share` if it may stand beside other shares in a figure. */
export function printedAs(output: string, own: readonly Metric[] = []): { scale: number; share: boolean; lowerIsBetter: boolean } {
  const entry = Object.values(metricTable(own)).find(({ outputs }) => outputs.includes(output));
  return { scale: 100, share: true, lowerIsBetter: false, ...entry?.printed?.[output] };
}

/** A score as people read it: two decimals, ×100 or as its metric says. `own` are the metrics of the benchmark. */
export function printedScore(output: string, value: number, own?: readonly Metric[]): string {
  return (printedAs(output, own).scale * value).toFixed(2);
}

/** Names of single outputs (`bleu4`) or of metrics (`bleu`: all it gives; a name that is both, like `coverage`, is the output). A benchmark's own metrics come first. */
export function chooseMetrics(names: readonly string[], own: readonly Metric[] = []): ChosenMetric[] {
  const table = metricTable(own);
  const chosen = new Map<string, Set<string>>();
  for (const name of names) {
    // An output that is there already is not measured a second time under the same name.
    if ([...chosen.values()].some((outputs) => outputs.has(name))) continue;
    const owner = Object.keys(table).find((each) => table[each].outputs.includes(name)) ?? (Object.hasOwn(table, name) ? name : undefined);
    if (!owner) throw new InputError(`no metric is called "${name}"`, { expected: `some of ${Object.keys(table).join(', ')}` });
    const outputs = chosen.get(owner) ?? new Set();
    for (const output of table[owner].outputs.includes(name) ? [name] : table[owner].outputs) outputs.add(output);
    chosen.set(owner, outputs);
  }
  return Array.from(chosen, ([name, outputs]) => ({ name, entry: table[name], outputs: [...outputs] }));
}

/** What all of them need together. */
export function needsOf(chosen: readonly ChosenMetric[]): ToolNeeds {
  return Object.assign({}, ...chosen.map(({ entry }) => entry.needs ?? {}));
}
