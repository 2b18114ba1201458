/** `sensebench tour`: the main job on the starter corpus: build a SituatedGen dataset, score embedded baselines on it, write the report. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ActionContext, type Benchmark, defineAction, type Item, SetupError } from '../../core/index.ts';
import { evaluate } from '../../evaluate/index.ts';
import { collectItems, selectItems } from '../../evaluate/predict/index.ts';
import { type NamedScores, renderRunReport, systemsTable } from '../../evaluate/report/index.ts';
import { readRun } from '../../evaluate/scores/index.ts';
import { writeFileAtomic } from '../../files/index.ts';
import { tableToText } from '../../report/index.ts';
import { openTour, type TourRecord } from '../tour-record.ts';

const BASELINES = ['keywords', 'retrieve', 'ngram'];
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
    const tour = await openTour(out, ['dataset', ...BASELINES.map(runOf), 'report.html']);
    const benchmark = await context.benchmark('situatedgen');
    const dataset = join(out, 'dataset');
    context.say('1 of 3  building a SituatedGen dataset from the starter corpus');
    const built = await tour.write('dataset', () => buildDataset(benchmark, dataset, { seed, context }));
    context.say('2 of 3  asking the embedded baselines');
    const items = selectItems(await collectItems(benchmark.read(dataset, { split: 'test' })), { sample: count, seed });
    const systems = await askBaselines(benchmark, { tour, dataset, out, items, seed, context });
    context.say('3 of 3  writing the report');
    const report = join(out, 'report.html');
    const runs = await Promise.all(BASELINES.map((spec) => readRun(join(out, runOf(spec)))));
    await tour.write('report.html', () => writeFileAtomic(report, renderRunReport({ benchmark, items, runs })));
    const seconds = (context.now().getTime() - started) / 1000;
    return {
      json: { out, dataset: built.json, runs: Object.fromEntries(systems.map(({ name, scores }) => [name, scores.corpus])), seconds },
      text: [
        '',
        built.text ?? '',
        '',
        tableToText(systemsTable(systems.map(shown))),
        '',
        `The report:  ${report}`,
        `The dataset: ${dataset} (with a report.html of its own)`,
        '',
        'What to try next:',
        `  npx sensebench explain ${dataset} "${firstStatement(items)}"`,
        '  npx sensebench build situatedgen --what-if threshold=0.76,0.84',
        `  npx sensebench evaluate situatedgen --dataset ${dataset} --model openai:gpt-4o-mini --limit 50 --out ${join(out, 'runs', 'gpt-4o-mini')}`,
        '  npx sensebench --help',
        '',
        `The tour took ${seconds.toFixed(0)} s.`,
      ].join('\n'),
    };
  },
});

function runOf(spec: string): string {
  return join('runs', spec);
}

/** A statement of the dataset, to ask about. */
function firstStatement(items: readonly Item[]): string {
  const { statements } = items[0].meta;
  return Array.isArray(statements) ? String(statements[0]) : items[0].id;
}

/** The columns that a first look needs; the report has them all. */
function shown({ name, scores }: NamedScores): NamedScores {
  return { name, scores: { corpus: Object.fromEntries(Object.entries(scores.corpus).filter(([output]) => METRICS.includes(output))) } };
}

/** A second tour replaces the dataset of the first. */
async function buildDataset(benchmark: Benchmark, out: string, { seed, context }: { seed: number; context: ActionContext }) {
  const { build } = benchmark.actions ?? {};
  if (!build) throw new SetupError(`${benchmark.name} cannot be built here`);
  return build.run(build.options.parse({ out, seed, force: true }), context);
}

interface Asking {
  tour: TourRecord;
  dataset: string;
  out: string;
  items: readonly Item[];
  seed: number;
  context: ActionContext;
}

async function askBaselines(benchmark: Benchmark, { tour, dataset, out, items, seed, context }: Asking): Promise<NamedScores[]> {
  const pool = selectItems(await collectItems(benchmark.read(dataset, { split: 'train' })), { sample: POOL, seed });
  const scorer = context.scorer(METRICS);
  const systems: NamedScores[] = [];
  for (const spec of BASELINES) {
    const folder = join(out, runOf(spec));
    const runner = await context.runner(spec, { benchmark, pool });
    const ask = async () => {
      // The run of an earlier tour is not continued: it may have other items.
      for (const file of ['predictions.jsonl', 'run.json']) await rm(join(folder, file), { force: true });
      return evaluate(
        {
          benchmark,
          runner,
          dataset,
          split: 'test',
          items,
          pool,
          out: folder,
          shots: 0,
          orders: 1,
          repeats: 1,
          seed,
          recorded: { sample: items.length },
          scorer,
          intervals: { seed },
        },
        context,
      );
    };
    const { scores } = await tour.write(runOf(spec), ask, { gradual: true });
    systems.push({ name: spec, scores });
  }
  return systems;
}
