/** Every metric by name: what it gives, what it needs, and how to load it. To add one, add a line. */
import { InputError, type Metric, type PrintedOutputs, type ToolNeeds } from '../core/index.ts';
import type { MeteorContext } from './meteor/meteor.ts';
import type { MetricOptions } from './metric-options.ts';
import type { SpiceContext } from './spice/spice.ts';
import { unordered, unorderedName } from './unordered.ts';

export interface MetricEntry {
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

const ORDERED: Readonly<Record<string, MetricEntry>> = {
  bleu: { outputs: ['bleu1', 'bleu2', 'bleu3', 'bleu4'], load: async () => (await import('./text/bleu.ts')).bleu },
  rouge: { outputs: rougeOutputs(''), load: async () => (await import('./text/rouge.ts')).createRouge({ over: 'best' }) },
  rougeMean: { outputs: rougeOutputs('Mean'), load: async () => (await import('./text/rouge.ts')).createRouge({ over: 'mean' }) },
  rougeStem: { outputs: rougeOutputs('Stem'), load: () => loadStemmedRouge('best') },
  rougeStemMean: { outputs: rougeOutputs('StemMean'), load: () => loadStemmedRouge('mean') },
  rougeLCoco: { outputs: ['rougeLCoco'], load: async () => (await import('./text/rouge-coco.ts')).rougeCoco },
  chrf: { outputs: ['chrf', 'chrfPlusPlus'], load: async ({ chrf }) => (await import('./text/chrf.ts')).createChrf(chrf) },
  bleuSacre: { outputs: ['bleuSacre'], load: async ({ bleuSacre }) => (await import('./text/bleu-sacre.ts')).createBleuSacre(bleuSacre) },
  ter: { outputs: ['ter'], load: async ({ ter }) => (await import('./text/ter.ts')).createTer(ter) },
  cider: {
    outputs: ['cider', 'ciderD', 'ciderUnclipped'],
    printed: { cider: { scale: 10 }, ciderD: { scale: 10 }, ciderUnclipped: { scale: 10 } },
    load: async ({ cider }) => (await import('./text/cider.ts')).createCider(cider),
  },
  meteor: {
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
    outputs: ['spice'],
    needs: { wordnet: true },
    load: async () => (await import('./spice/spice.ts')).spice,
    elsewhere: { keep: (context) => ({ parser: (context as SpiceContext).parser }), here: true },
  },
  bertscore: {
    outputs: ['bertscoreP', 'bertscoreR', 'bertscoreF'],
    needs: { encoder: true },
    load: async ({ bertscore }) => (await import('./bertscore/bertscore.ts')).createBertscore(bertscore),
  },
  coverage: {
    outputs: ['coverage'],
    needs: { analyse: true, wordnet: true },
    withoutReferences: true,
    load: async () => (await import('./keywords/coverage.ts')).coverage,
  },
  diversity: {
    outputs: ['selfBleu', 'distinct1', 'distinct2'],
    withoutReferences: true,
    load: async () => (await import('./text/diversity.ts')).diversity,
  },
  accuracy: { outputs: ['accuracy'], load: async () => (await import('./answers/accuracy.ts')).accuracy },
  classification: {
    outputs: ['f1', 'precision', 'recall', 'accuracy', 'yesShare'],
    load: async () => (await import('./answers/classification.ts')).classification,
  },
  length: {
    outputs: ['length', 'lengthWords', 'lengthRatio'],
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

function unorderedEntry(name: string, { outputs, needs, printed = {}, load }: MetricEntry): MetricEntry {
  return {
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
  const [{ createRouge }, { stemPorterNltk }] = await Promise.all([import('./text/rouge.ts'), import('../nlp/words/stemmers.ts')]);
  return createRouge({ stemmer: { name: 'porter', stem: stemPorterNltk }, over });
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
      { outputs: metric.outputs, needs: metric.needs, printed: metric.printed, withoutReferences: true, load: async () => metric },
    ]),
  );
  return { ...ownTable, ...METRICS, ...ownTable };
}

/** How a score is printed: multiplied by `scale`; `share` if it may stand beside other shares in a figure. */
export function printedAs(output: string, own: readonly Metric[] = []): { scale: number; share: boolean } {
  const entry = Object.values(metricTable(own)).find(({ outputs }) => outputs.includes(output));
  return { scale: 100, share: true, ...entry?.printed?.[output] };
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
