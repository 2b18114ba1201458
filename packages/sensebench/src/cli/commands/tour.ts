/** `sensebench tour`: builds a dataset from the starter corpus, evaluates three systems, and shows how to annotate and host. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ActionContext,
  type Benchmark,
  defineAction,
  describeInput,
  type Item,
  type LedgerRow,
  SetupError,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { evaluate } from '../../evaluate/index.ts';
import { collectItems, selectItems } from '../../evaluate/predict/index.ts';
import { compareHeadline, type RunComparison } from '../../evaluate/scores/index.ts';
import { type EvaluatedRun, readJsonl, readRun, writeFileAtomic, writeJsonl } from '../../files/index.ts';
import { headlineOf, printedScore, renderRunReport } from '../../report/runs/index.ts';
import { starterCorpus } from '../../statements/sources/index.ts';
import { exampleDrop, examplePairs } from '../tour/example-rows.ts';
import { openPages } from '../tour/open-pages.ts';
import { openTour, type TourRecord } from '../tour/tour-record.ts';

/** The dataset's folder, and its name in its card, its page and the reports. */
const DATASET = 'situatedgen-starter';
/** What is evaluated: one written sentence of each concept-set is an answer, the others are its references. */
const SENTENCES = 'commongen';
const REPORT = 'report.html';
/** A sentence that was written for the concepts, the nearest sentence of other concept-sets, and the concepts as a list. */
const SYSTEMS = ['written', 'retrieve', 'keywords'];
const HEADLINE = 'spice';
const METRICS = [HEADLINE, 'cider', 'rougeLStemMean', 'bleu4', 'coverageCommonGen'];
const STUDIO_DATA = 'demo';
/** Bytes of the JSON that a build prints. */
const LONGEST_RESULT = 10_000_000;

export const action = defineAction({
  summary: 'build a dataset from the starter corpus, evaluate three systems, and see how to annotate and host',
  options: z.object({
    out: z.string().default('tour').describe('folder for everything that the tour makes'),
    items: z.number().int().positive().default(100).describe('concept-sets that the systems write a sentence for'),
    seed: z.number().int().default(17),
    open: z.boolean().default(true).describe('open the pages in a browser; this is done on a desktop only'),
  }),
  examples: ['tour', 'tour --out elsewhere --items 50'],
  async run({ out, items: count, seed, open }, context) {
    const started = context.now().getTime();
    const tour = await openTour(out, [DATASET, SENTENCES, ...SYSTEMS.map(runOf), REPORT]);
    const dataset = join(out, DATASET);
    context.say('1 of 2  building a SituatedGen dataset from the starter corpus');
    const built = await tour.write(DATASET, () => buildDataset(dataset, { seed, context }));
    context.say('2 of 2  evaluating three systems on CommonGen items of the starter corpus');
    const { items, runs, comparison } = await evaluateSystems({ tour, out, count, seed, context });
    const pages = [join(dataset, 'report.html'), join(out, REPORT)];
    if (open && context.width !== undefined) openPages(pages, { platform: process.platform, environment: process.env });
    const drop = await exampleDrop(dataset);
    const seconds = (context.now().getTime() - started) / 1000;
    return {
      json: { out, dataset: built, runs: Object.fromEntries(runs.map(({ name, scores }) => [name, scores.corpus])), seconds },
      text: [
        ...(await buildLines(dataset, { built, drop })),
        ...evaluationLines({ items, runs, comparison }),
        `3 Annotate  npx sensebench serve --demo --data ${STUDIO_DATA}`,
        '              starts a studio with simulated annotators; docs/images/studio-filter.png is what an annotator sees',
        '4 Host      docs/host.md leads to a public leaderboard; docs/images/leaderboard.png is one',
        '',
        'Open in a browser:',
        `  ${pages[0]}   every pair, and every dropped row with its rule`,
        `  ${pages[1]}   the scores, and what each system wrote for each item`,
        'Next, with files of your own in place of these:',
        `  npx sensebench score commongen --dataset ${join(out, SENTENCES, 'test.jsonl')} --predictions ${join(out, SENTENCES, 'written.jsonl')} --ci`,
        `  npx sensebench build situatedgen --statements ${join(dataset, 'statements.jsonl')} --out my-dataset`,
        `  npx sensebench explain ${dataset} ${drop?.ids[0] ?? '--help'}`,
        `  npx sensebench evaluate commongen --dataset ${join(out, SENTENCES, 'test.jsonl')} --model openai:gpt-4o-mini --dry-run`,
        `All of this took ${seconds.toFixed(0)} s; nothing was sent anywhere.`,
      ].join('\n'),
    };
  },
});

function runOf(system: string): string {
  return join('runs', system);
}

const builtSchema = z.looseObject({ rows: z.object({ train: z.number(), dev: z.number(), test: z.number() }) });
type Built = z.infer<typeof builtSchema>;

/**
 * The same dataset as `build situatedgen` gives; a second tour replaces that of the first. In a process of its own, which returns the memory of its models.
 */
async function buildDataset(out: string, { seed, context }: { seed: number; context: ActionContext }): Promise<Built> {
  if (context.command) {
    const { program, words, environment } = context.command;
    const flags = ['--out', out, '--seed', String(seed), '--force', '--json', '--quiet'];
    const options = { signal: context.signal, env: environment, maxBuffer: LONGEST_RESULT };
    const { stdout } = await promisify(execFile)(program, [...words, 'build', 'situatedgen', ...flags], options);
    return builtSchema.parse(JSON.parse(stdout));
  }
  const { actions } = await context.benchmark('situatedgen');
  if (!actions?.build) throw new SetupError('SituatedGen cannot be built here');
  const options = actions.build.options.parse({ out, seed, force: true });
  const { json } = await actions.build.run(options, { ...context, say: () => undefined });
  return builtSchema.parse(json);
}

async function buildLines(dataset: string, { built, drop }: { built: Built; drop?: LedgerRow }): Promise<string[]> {
  const sizes = Object.entries(built.rows).map(([split, size]) => `${size.toLocaleString('en')} ${split}`);
  return [
    `1 Build     pairs of sentences that differ by place or time (${sizes.join(', ')}), the clearest ones:`,
    ...(await examplePairs(dataset)).map(({ statements }) => `              ${statements.join('  |  ')}`),
    ...(drop ? [`            Dropped by rule ${drop.rule} (${drop.value}): ${drop.text}`] : []),
  ];
}

const conceptSetSchema = z.looseObject({ concept_set: z.string(), scene: z.array(z.string()) });

interface Evaluating {
  tour: TourRecord;
  out: string;
  count: number;
  seed: number;
  context: ActionContext;
}

interface Evaluated {
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
  comparison: RunComparison | null;
}

async function evaluateSystems({ tour, out, count, seed, context }: Evaluating): Promise<Evaluated> {
  const benchmark = await context.benchmark('commongen');
  const folder = join(out, SENTENCES);
  await tour.write(SENTENCES, () => writeSentences(benchmark, folder, { count, seed }));
  const dataset = join(folder, 'test.jsonl');
  const items = await collectItems(benchmark.read(dataset, {}));
  const pool = await collectItems(benchmark.read(join(folder, 'train.jsonl'), {}));
  const scorer = context.scorer(METRICS);
  const runs: EvaluatedRun[] = [];
  for (const system of SYSTEMS) {
    const run = join(out, runOf(system));
    const spec = system === 'written' ? `file:${join(folder, 'written.jsonl')}` : system;
    const runner = await context.runner(spec, { benchmark, pool, items });
    const options = { benchmark, runner, dataset, items, pool, out: run, shots: 0, orders: 1, repeats: 1, seed, scorer };
    const ask = async () => {
      // The run of an earlier tour is not continued: it may have other items.
      for (const file of ['predictions.jsonl', 'run.json']) await rm(join(run, file), { force: true });
      return evaluate({ ...options, recorded: {}, intervals: { seed } }, context);
    };
    await tour.write(runOf(system), ask, { gradual: true });
    runs.push(await readRun(run));
  }
  const comparison = await compareHeadline(
    runs.map((run) => ({ folder: join(out, runOf(run.name)), run })),
    { benchmark, items, output: headlineOf(runs), scorer: context.scorer, seed, signal: context.signal },
  );
  const page = renderRunReport({ benchmark, items, runs, comparison, introduction: introduce(items) });
  await tour.write(REPORT, () => writeFileAtomic(join(out, REPORT), page));
  return { items, runs, comparison };
}

/** A sample of the written concept-sets becomes the test: its first sentence is taken out as an answer. The other sets are for training. */
async function writeSentences(benchmark: Benchmark, folder: string, { count, seed }: { count: number; seed: number }): Promise<void> {
  const source = join(starterCorpus(), 'captions', 'references.jsonl');
  const all = await collectItems(benchmark.read(source, {}));
  const chosen = new Set(selectItems(all, { sample: Math.min(count, all.length), seed }).map(({ id }) => id));
  const files: Record<'test' | 'train' | 'written', object[]> = { test: [], train: [], written: [] };
  let place = 0;
  for await (const { value } of readJsonl(source, conceptSetSchema)) {
    const { concept_set, scene } = value;
    if (chosen.has(all[place++].id)) {
      files.written.push({ id: String(files.written.length), prediction: scene[0] });
      files.test.push({ concept_set, scene: scene.slice(1) });
    } else files.train.push({ concept_set, scene });
  }
  for (const [name, rows] of Object.entries(files)) await writeJsonl(join(folder, `${name}.jsonl`), rows);
}

/** For a reader of the report who has never heard of the benchmark. */
function introduce([item, ...others]: readonly Item[]): string {
  return `CommonGen gives a system three to five concepts (${describeInput(item)}) and asks for one everyday sentence with all of them (${item.references[0]}). Three systems answered ${others.length + 1} items: written is a sentence that was written for the concepts, retrieve takes the nearest sentence of other concept-sets, and keywords lists the concepts. Each answer is compared with the two or three other sentences written for the same concepts. SPICE compares what sentences say about things: the objects, their attributes and their relations.`;
}

function evaluationLines({ items, runs, comparison }: Evaluated): string[] {
  const rows = [...runs].sort((a, b) => scoreOf(b) - scoreOf(a));
  return [
    `2 Evaluate  a sentence with given concepts (${describeInput(items[0])}), ${items.length} items, SPICE of 100 with 95% interval:`,
    ...rows.map(({ name, scores }) => {
      const range = scores.intervals?.[HEADLINE]?.map((end) => printedScore(HEADLINE, end)).join(', ');
      const text = runs.find((run) => run.name === name)?.predictions.get(items[0].id)?.prediction;
      return `              ${name.padEnd(9)} ${printedScore(HEADLINE, scores.corpus[HEADLINE] ?? 0)} [${range}]   ${String(text)}`;
    }),
    `            ${leadSentence(rows, comparison)}`,
  ];
}

function scoreOf({ scores }: EvaluatedRun): number {
  return scores.corpus[HEADLINE] ?? 0;
}

/** The paired test of the best two systems. */
function leadSentence([leader, other]: readonly EvaluatedRun[], comparison: RunComparison | null): string {
  const pair = comparison?.pairs.find(({ a, b }) => [a, b].includes(leader.name) && [a, b].includes(other.name));
  const test = pair?.metrics[HEADLINE];
  const p = test?.pHolm ?? test?.p;
  if (!pair || test?.difference == null || p == null) return `${leader.name} and ${other.name} could not be compared.`;
  const sign = pair.a === leader.name ? 1 : -1;
  const ends = (test.interval ?? []).map((end) => printedScore(HEADLINE, sign * end));
  const range = (sign === 1 ? ends : ends.reverse()).join(', ');
  const [lead, significance] = [printedScore(HEADLINE, sign * test.difference), p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`];
  return `${leader.name} leads ${other.name} by ${lead} SPICE [${range}], ${significance} (paired t test).`;
}
