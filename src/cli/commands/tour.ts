/** `sensebench tour`: the main job on the starter corpus: a small model's sentences, a SituatedGen dataset, baselines, reports. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ActionContext, type Benchmark, defineAction, describeInput, type Item, SetupError } from '../../core/index.ts';
import { evaluate } from '../../evaluate/index.ts';
import { collectItems, selectItems } from '../../evaluate/predict/index.ts';
import { answerSentences, headlineOf, type NamedScores, renderRunReport, systemsTable } from '../../evaluate/report/index.ts';
import { compareHeadline, readRun } from '../../evaluate/scores/index.ts';
import { writeFileAtomic } from '../../files/index.ts';
import { tableToText } from '../../report/index.ts';
import { starterCorpus } from '../../statements/sources/index.ts';
import { openTour, type TourRecord } from '../tour-record.ts';

/** The dataset's folder, and its name in its card, its page and the reports. */
const DATASET = 'situatedgen-starter';
const INTRODUCTION = [
  'sensebench builds commonsense benchmarks, evaluates models on them, and shows why every row is there and how sure every score is.',
  'This tour does that once with a corpus and models of its own: no key is needed, and nothing is sent anywhere.',
  '',
];
const BASELINES = ['keywords', 'retrieve', 'ngram'];
/** The first look: a model that writes sentences, beside the word list that any model must beat. */
const SENTENCES = [
  { spec: 'small:commongen', run: join('runs', 'commongen', 'small') },
  { spec: 'keywords', run: join('runs', 'commongen', 'keywords') },
];
const SENTENCE_PAGE = 'sentences.html';
/** Concept-sets of the first look: a quarter of a second each. */
const SENTENCE_ITEMS = 40;
const SENTENCE_METRICS = ['cider', 'meteor', 'bleu4', 'rougeLStemMean', 'coverageCommonGen'];
/** Training examples that the baselines learn from: enough for a first look. */
const POOL = 2000;
const METRICS = ['match', 'coverage', 'bleu4', 'rouge2', 'meteor', 'cider'];

export const action = defineAction({
  summary: 'build a SituatedGen dataset from the starter corpus, score baselines on it, and write a report',
  options: z.object({
    out: z.string().default('tour').describe('folder for everything that the tour makes'),
    items: z.number().int().positive().default(100).describe('test items that the baselines are asked about'),
    seed: z.number().int().default(17),
  }),
  examples: ['tour', 'tour --out elsewhere --items 50'],
  async run({ out, items: count, seed }, context) {
    const started = context.now().getTime();
    const tour = await openTour(out, [DATASET, ...BASELINES.map(runOf), 'report.html', ...SENTENCES.map(({ run }) => run), SENTENCE_PAGE]);
    const benchmark = await context.benchmark('situatedgen');
    const dataset = join(out, DATASET);
    for (const line of INTRODUCTION) context.say(line);
    context.say('1 of 4  asking a small neural model for sentences with given concepts');
    const sentences = await askForSentences({ tour, out, seed, count: Math.min(count, SENTENCE_ITEMS), context });
    context.say('2 of 4  building a SituatedGen dataset from the starter corpus');
    const built = await tour.write(DATASET, () => buildDataset(benchmark, dataset, { seed, context }));
    context.say('3 of 4  asking the embedded baselines');
    const test = await collectItems(benchmark.read(dataset, { split: 'test' }));
    const items = selectItems(test, { sample: Math.min(count, test.length), seed, units: benchmark.units });
    const train = await collectItems(benchmark.read(dataset, { split: 'train' }));
    const pool = selectItems(train, { sample: Math.min(POOL, train.length), seed });
    const named = BASELINES.map((spec) => ({ spec, run: runOf(spec) }));
    const systems = await askSystems(benchmark, named, { tour, dataset, split: 'test', out, items, pool, metrics: METRICS, seed, context });
    context.say('4 of 4  writing the report');
    const report = join(out, 'report.html');
    const runs = await Promise.all(BASELINES.map((spec) => readRun(join(out, runOf(spec)))));
    const comparison = await compareHeadline(
      BASELINES.map((spec, i) => ({ folder: join(out, runOf(spec)), run: runs[i] })),
      { benchmark, items, output: headlineOf(runs), scorer: context.scorer, seed, signal: context.signal },
    );
    await tour.write('report.html', () =>
      writeFileAtomic(report, renderRunReport({ benchmark, items, runs, comparison, introduction: introduce(items) })),
    );
    const seconds = (context.now().getTime() - started) / 1000;
    return {
      json: {
        out,
        sentences: Object.fromEntries(sentences.systems.map(({ name, scores }) => [name, scores.corpus])),
        dataset: built.json,
        runs: Object.fromEntries(systems.map(({ name, scores }) => [name, scores.corpus])),
        seconds,
      },
      text: [
        '',
        `1  ${sentences.items.length} concept-sets, for each a sentence of a small neural model that comes with sensebench:`,
        '',
        ...sentences.lines.map((line) => `   ${line}`),
        '',
        tableToText(systemsTable(sentences.systems.map((system) => shown(system, SENTENCE_METRICS))), context),
        '',
        `2  A dataset: ${built.text?.split('\n')[0] ?? ''}.`,
        ...exampleLines(items[0]),
        '',
        `3  ${BASELINES.length} baselines, asked about ${items.length} test items:`,
        '',
        tableToText(systemsTable(systems.map((system) => shown(system, METRICS))), context),
        '',
        ...answerSentences({ runs, output: headlineOf(runs), comparison, own: benchmark.ownMetrics }).map((line) => `   ${line}`),
        '   (match: are the keywords in the right one of the two sentences? A sentence that only lists them scores below chance.)',
        '',
        '4  Three pages, to open in a browser:',
        `   ${join(out, SENTENCE_PAGE)}`,
        '      what the small model wrote for every concept-set, with the concepts coloured, and its scores',
        `   ${report}`,
        '      who leads and how sure that is; then every item with its keywords coloured where they fell',
        `   ${join(dataset, 'report.html')}`,
        '      every row and everything that was dropped, with the rule that dropped it; search, filter, sort',
        '',
        'What to try next:',
        `  npx sensebench explain ${dataset} "${firstStatement(items)}"`,
        `  npx sensebench evaluate situatedgen --dataset ${dataset} --model openai:gpt-4o-mini --sample 50 --out ${join(out, 'runs', 'gpt-4o-mini')}`,
        '  npx sensebench build situatedgen --what-if threshold=0.76,0.84',
        '  npx sensebench --help',
        '',
        `The tour took ${seconds.toFixed(0)} s.`,
      ].join('\n'),
    };
  },
});

/** For the reader of the report who has never heard of the benchmark. */
function introduce([item, ...others]: readonly Item[]): string {
  return `SituatedGen gives a model keywords (${describeInput(item)}) and asks for two sentences that differ in place or time (${item.references[0]}). Three baselines without any understanding were asked about ${others.length + 1} items: one lists the keywords, one takes the nearest sentences of the training data, one is an n-gram language model. match says how many keywords are in the right one of the two sentences. Below the scores is every item with what each baseline wrote.`;
}

/** One item of the dataset, as a model sees it. */
function exampleLines(item: Item): string[] {
  return [`   a model is given:   ${describeInput(item)}`, `   and should write:   ${item.references[0]}`];
}

function runOf(spec: string): string {
  return join('runs', spec);
}

/** A statement of the dataset, to ask about. */
function firstStatement(items: readonly Item[]): string {
  const { statements } = items[0].meta;
  return Array.isArray(statements) ? String(statements[0]) : items[0].id;
}

/** The columns that a first look needs; the report has them all. */
function shown({ name, scores }: NamedScores, metrics: readonly string[]): NamedScores {
  return { name, scores: { corpus: Object.fromEntries(Object.entries(scores.corpus).filter(([output]) => metrics.includes(output))) } };
}

/** A second tour replaces the dataset of the first. */
async function buildDataset(benchmark: Benchmark, out: string, { seed, context }: { seed: number; context: ActionContext }) {
  const { build } = benchmark.actions ?? {};
  if (!build) throw new SetupError(`${benchmark.name} cannot be built here`);
  // The linear recognizer: the deep one, the build's default, would add a third to the time of the tour.
  return build.run(build.options.parse({ out, seed, force: true, name: DATASET, entities: 'model' }), context);
}

interface Asking {
  tour: TourRecord;
  dataset: string;
  split?: string;
  out: string;
  items: readonly Item[];
  pool: readonly Item[];
  metrics: readonly string[];
  seed: number;
  context: ActionContext;
}

async function askSystems(
  benchmark: Benchmark,
  named: readonly { spec: string; run: string }[],
  { tour, dataset, split, out, items, pool, metrics, seed, context }: Asking,
): Promise<NamedScores[]> {
  const scorer = context.scorer([...metrics]);
  const systems: NamedScores[] = [];
  for (const { spec, run } of named) {
    const folder = join(out, run);
    const runner = await context.runner(spec, { benchmark, pool });
    const ask = async () => {
      // The run of an earlier tour is not continued: it may have other items.
      for (const file of ['predictions.jsonl', 'run.json']) await rm(join(folder, file), { force: true });
      return evaluate(
        {
          benchmark,
          runner,
          dataset,
          split,
          items,
          pool,
          out: folder,
          shots: 0,
          orders: 1,
          repeats: 1,
          seed,
          recorded: { sample: items.length, ...(benchmark.units ? { sampled: 'units' } : {}) },
          scorer,
          intervals: { seed },
        },
        context,
      );
    };
    const { scores } = await tour.write(run, ask, { gradual: true });
    systems.push({ name: spec, scores });
  }
  return systems;
}

interface AskingForSentences extends Pick<Asking, 'tour' | 'out' | 'seed' | 'context'> {
  count: number;
}

/** The concept-sets that people wrote for the starter corpus: the model learned from none of them. */
async function askForSentences({ tour, out, seed, count, context }: AskingForSentences) {
  const benchmark = await context.benchmark('commongen');
  const dataset = join(starterCorpus(), 'captions', 'references.jsonl');
  const all = await collectItems(benchmark.read(dataset, {}));
  const items = selectItems(all, { sample: Math.min(count, all.length), seed });
  const systems = await askSystems(benchmark, SENTENCES, { tour, dataset, out, items, pool: [], metrics: SENTENCE_METRICS, seed, context });
  const runs = await Promise.all(SENTENCES.map(({ run }) => readRun(join(out, run))));
  const introduction = `CommonGen gives a model three to five concepts (${describeInput(items[0])}) and asks for one everyday sentence with all of them (${items[0].references[0]}). A small neural model that comes with sensebench wrote a sentence for each of ${items.length} concept-sets; the other system lists the concepts. What the model learned from and how good it is beside published models: weights/small/README.md.`;
  await tour.write(SENTENCE_PAGE, () =>
    writeFileAtomic(join(out, SENTENCE_PAGE), renderRunReport({ benchmark, items, runs, introduction })),
  );
  const [{ predictions }] = runs;
  const lines = items.slice(0, 3).map((item) => {
    const { prediction } = predictions.get(item.id) ?? {};
    return `${describeInput(item)}  →  ${String(prediction ?? '')}`;
  });
  return { items, systems, lines };
}
