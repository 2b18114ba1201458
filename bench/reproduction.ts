/** `npm run reproduction -- --commongen run… --situatedgen run… --tgcsr run…`: scores runs of recipes/, writes docs/reproduction.json and .md. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  isSameTraining,
  PLAIN_SEARCH,
  publishedRows,
  RELEASED,
  type Reproduction,
  reproductionPage,
  reproductionSchema,
  SYSTEMS,
  trainedSchema,
} from './reproduction-page.ts';
import { askedSchema, RUN_NAME } from './smollm2-page.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '../shared');
const JSON_FILE = join(root, 'docs/reproduction.json');
const PAGE = join(root, 'docs/reproduction.md');
const COMMONGEN = ['rougeStemMean', 'bleu', 'meteor', 'cider', 'spice', 'coverageCommonGen'];
const SITUATEDGEN = ['coverage', 'match', 'bleu', 'rouge', 'meteor', 'cider', 'spice'];
const list = { type: 'string', multiple: true, default: [] as string[] } as const;
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    commongen: list,
    situatedgen: list,
    'situatedgen-dataset': text,
    tgcsr: list,
    'tgcsr-dataset': text,
    small: text,
    smollm2: text,
    again: { type: 'boolean', default: false },
    /** SPICE takes most of the time; its cells stay empty. */
    'without-spice': { type: 'boolean', default: false },
  },
});
/** Rows of which no run is given, and scores of stored outputs, are taken from the last page unless --again is given. */
const last = !values.again && existsSync(JSON_FILE) ? reproductionSchema.parse(JSON.parse(readFileSync(JSON_FILE, 'utf8'))) : null;
const folder = mkdtempSync(join(tmpdir(), 'sensebench-reproduction-'));
/** The parser in the signature of the last SPICE that was measured. */
let spiceParser = last?.spiceParser ?? '';
const aboutSchema = trainedSchema.omit({ scores: true }).extend({ search: z.string().optional(), settings: z.string().optional() });

/** Corpus scores of files of predictions, by their names. One call for all: the dataset is read once. */
function scoreAll(
  benchmark: string,
  dataset: string,
  files: Readonly<Record<string, string>>,
  metrics: readonly string[],
): Record<string, Record<string, number>> {
  const names = Object.keys(files);
  if (names.length === 0) return {};
  console.error(`sensebench score ${benchmark}: ${names.join(', ')} …`);
  const out = join(folder, 'scores.json');
  const copies = names.map((name, i) => {
    const path = join(folder, `system-${i}.jsonl`);
    copyFileSync(files[name], path);
    return path;
  });
  const measured = metrics.filter((name) => name !== 'spice' || !values['without-spice']).join(',');
  const words = ['score', benchmark, '--dataset', dataset, '--predictions', ...copies, '--metrics', measured, '--quiet', '--output', out];
  execFileSync(join(root, 'node_modules/.bin/tsx'), [join(root, 'packages/sensebench/src/cli/main.ts'), ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const found = JSON.parse(readFileSync(out, 'utf8'));
  spiceParser = /parser:([^|]+)/.exec((found.systems?.['system-0'] ?? found).signatures?.spice ?? '')?.[1] ?? spiceParser;
  return Object.fromEntries(names.map((name, i) => [name, (found.systems ? found.systems[`system-${i}`] : found).corpus]));
}

const aboutOf = (run: string) => aboutSchema.parse(JSON.parse(readFileSync(join(run, 'about.json'), 'utf8')));
const rowsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function write(name: string, rows: readonly unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

/** The runs, each with the predictions of both searches where the folder has them, the authors' first, and BART's released sentences. */
function commongenRows(): Pick<Reproduction, 'commongen' | 'bart'> {
  const released = rowsOf(join(shared, 'oracles/commongen-dev-bart.jsonl'));
  const bart = write(
    'bart.jsonl',
    released.map(({ id, candidate }) => ({ id: String(id), prediction: candidate })),
  );
  const runs = values.commongen.flatMap((run) => {
    const { search, settings, ...given } = aboutOf(run);
    const about = settings === 'released' ? { ...given, variant: RELEASED } : given;
    const plain = { ...about, variant: joined(about.variant, PLAIN_SEARCH) };
    return [
      { about, file: join(run, 'predictions-released.jsonl') },
      { about: search === 'plain' ? plain : about, file: join(run, 'predictions.jsonl') },
      { about: plain, file: join(run, 'predictions-plain.jsonl') },
      { about: { ...about, variant: joined(about.variant, 'last pass') }, file: join(run, 'predictions-latest.jsonl') },
    ].filter(({ file }) => existsSync(file));
  });
  const files = Object.fromEntries([...runs.map(({ file }) => [file, file]), ...(last ? [] : [['BART', bart]])]);
  const scores = scoreAll('commongen', join(shared, 'data/commongen/dev.jsonl'), files, COMMONGEN);
  const made = runs.map(({ about, file }) => ({ ...about, scores: scores[file] }));
  const kept = (last?.commongen ?? []).filter((row) => !made.some((other) => isSameTraining(row, other)));
  const place = ({ kind }: { kind: string }) => Object.keys(SYSTEMS).indexOf(kind);
  return { commongen: [...made, ...kept].sort((a, b) => place(a) - place(b) || a.epochs - b.epochs), bart: last?.bart ?? scores.BART };
}

/** Two remarks on a row; the first may be missing. */
function joined(first: string | undefined, second: string): string {
  return first ? `${first}, ${second}` : second;
}

interface RatedOutput {
  item: string;
  references: string[];
  system: string;
  output: string;
}

/** Outputs of six systems for 89 test sets. */
function rated(): Reproduction['rated'] {
  const rows: RatedOutput[] = rowsOf(join(shared, 'data/commongen/ratings.jsonl'));
  const items = [...new Map(rows.map((row) => [row.item, row])).values()];
  const dataset = write(
    'rated.jsonl',
    items.map(({ item, references }) => ({ concept_set: item, scene: references })),
  );
  const systems = [...new Set(rows.map(({ system }) => system))];
  const files = systems.map((system) => {
    const outputs = new Map(rows.filter((row) => row.system === system).map(({ item, output }) => [item, output]));
    return [
      system,
      write(
        `${system}.jsonl`,
        items.map(({ item }, id) => ({ id: String(id), prediction: outputs.get(item) ?? '' })),
      ),
    ];
  });
  const scores = scoreAll('commongen', dataset, Object.fromEntries(files), COMMONGEN);
  return systems.map((system) => ({ system, scores: scores[system] }));
}

function trainedRows(
  benchmark: string,
  runs: readonly string[],
  dataset: string | undefined,
  metrics: readonly string[],
): Reproduction['situatedgen'] | null {
  if (!dataset) return null;
  const scores = scoreAll(benchmark, dataset, Object.fromEntries(runs.map((run) => [run, join(run, 'predictions.jsonl')])), metrics);
  return runs.map((run) => ({ ...aboutOf(run), scores: scores[run] }));
}

function small(): Reproduction['small'] {
  if (!values.small) return null;
  const { corpus } = JSON.parse(readFileSync(join(values.small, 'scores.json'), 'utf8'));
  return { items: rowsOf(join(values.small, 'predictions.jsonl')).length, scores: corpus };
}

/** Runs of a folder, named like `tgcsr-chat-5`; rows of which there is no run are those of the last page. */
function smollm2(known: Reproduction['smollm2']): Reproduction['smollm2'] {
  const root = values.smollm2;
  if (!root) return known;
  const made = readdirSync(root).flatMap((name): Reproduction['smollm2'] => {
    const [, benchmark, endpoint, shots] = RUN_NAME.exec(name) ?? [];
    if (!benchmark || !existsSync(join(root, name, 'scores.json'))) return [];
    const { corpus, intervals = {} } = JSON.parse(readFileSync(join(root, name, 'scores.json'), 'utf8'));
    const items = rowsOf(join(root, name, 'predictions.jsonl')).length;
    return [askedSchema.parse({ benchmark, endpoint, shots: Number(shots), items, scores: corpus, intervals })];
  });
  const same = (a: Reproduction['smollm2'][number]) => (b: typeof a) =>
    a.benchmark === b.benchmark && a.endpoint === b.endpoint && a.shots === b.shots;
  return [...made, ...known.filter((row) => !made.some(same(row)))];
}

try {
  const rows = {
    ...commongenRows(),
    small: small() ?? last?.small ?? null,
    rated: last?.rated ?? rated(),
    situatedgen: trainedRows('situatedgen', values.situatedgen, values['situatedgen-dataset'], SITUATEDGEN) ?? last?.situatedgen ?? [],
    tgcsr: trainedRows('tgcsr', values.tgcsr, values['tgcsr-dataset'], ['classification']) ?? last?.tgcsr ?? [],
    smollm2: smollm2(last?.smollm2 ?? []),
  };
  const found = reproductionSchema.parse({ ...rows, spiceParser });
  writeFileSync(JSON_FILE, `${JSON.stringify(found, null, 1)}\n`);
  writeFileSync(PAGE, `${reproductionPage(found, publishedRows).trimEnd()}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
