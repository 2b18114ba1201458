/** `npm run reproduction -- --commongen run… --situatedgen run… --tgcsr run…`: scores runs of recipes/, writes docs/reproduction.json and .md. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PUBLISHED as COMMONGEN } from '../src/benchmarks/commongen/published.ts';
import { PUBLISHED as SITUATEDGEN } from '../src/benchmarks/situatedgen/published.ts';
import { OTHER_SECTIONS, type Reproduction, reproductionPage, reproductionSchema, trainedSchema } from './reproduction-page.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '../shared');
const JSON_FILE = join(root, 'docs/reproduction.json');
const PAGE = join(root, 'docs/reproduction.md');
const METRICS = 'rougeStemMean,bleu,meteor,cider,spice,coverageCommonGen';
const list = { type: 'string', multiple: true, default: [] as string[] } as const;
const { values } = parseArgs({
  options: { commongen: list, situatedgen: list, tgcsr: list, 'tgcsr-dataset': { type: 'string' }, small: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'sensebench-reproduction-'));
const aboutSchema = trainedSchema.omit({ scores: true });

/** Corpus scores of a file of predictions. */
function score(benchmark: string, dataset: string, predictions: string, metrics: string): Record<string, number> {
  console.error(`sensebench score ${benchmark} ${predictions} …`);
  const out = join(folder, 'scores.json');
  const words = ['score', benchmark, '--dataset', dataset, '--predictions', predictions, '--metrics', metrics, '--quiet', '--output', out];
  execFileSync(join(root, 'node_modules/.bin/tsx'), [join(root, 'src/cli/main.ts'), ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  return JSON.parse(readFileSync(out, 'utf8')).corpus;
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

/** A run, and its predictions of another decoding where the folder has them. */
function commongenRuns(): Reproduction['commongen'] {
  const dev = join(shared, 'data/commongen/dev.jsonl');
  return values.commongen.flatMap((run) => {
    const other = join(run, 'predictions-normalized.jsonl');
    return [
      { ...aboutOf(run), scores: score('commongen', dev, join(run, 'predictions.jsonl'), METRICS) },
      ...(existsSync(other) ? [{ ...aboutOf(run), variant: 'divided by length', scores: score('commongen', dev, other, METRICS) }] : []),
    ];
  });
}

function bart(): Record<string, number> {
  const rows = rowsOf(join(shared, 'oracles/commongen-dev-bart.jsonl'));
  const predictions = write(
    'bart.jsonl',
    rows.map(({ id, candidate }) => ({ id: String(id), prediction: candidate })),
  );
  return score('commongen', join(shared, 'data/commongen/dev.jsonl'), predictions, METRICS);
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
  const systems = [...new Set(rows.map(({ system }) => system))];
  return systems.map((system) => {
    const own = rows.filter((row) => row.system === system);
    const dataset = write(
      'rated.jsonl',
      own.map(({ item, references }) => ({ concept_set: item, scene: references })),
    );
    const predictions = write(
      'rated-outputs.jsonl',
      own.map(({ output }, id) => ({ id: String(id), prediction: output })),
    );
    return { system, scores: score('commongen', dataset, predictions, METRICS) };
  });
}

function situatedgenRuns(): Reproduction['situatedgen'] {
  const dev = join(shared, 'data/situatedgen/dev.jsonl');
  return values.situatedgen.map((run) => ({
    ...aboutOf(run),
    scores: score('situatedgen', dev, join(run, 'predictions.jsonl'), 'coverage,match,bleu,rouge,meteor,cider,spice'),
  }));
}

function tgcsrRuns(): Reproduction['tgcsr'] {
  const dataset = values['tgcsr-dataset'];
  if (!dataset) return [];
  return values.tgcsr.map((run) => ({ ...aboutOf(run), scores: score('tgcsr', dataset, join(run, 'predictions.jsonl'), 'classification') }));
}

function small(): Reproduction['small'] {
  if (!values.small) return null;
  const { corpus } = JSON.parse(readFileSync(join(values.small, 'scores.json'), 'utf8'));
  return { items: rowsOf(join(values.small, 'predictions.jsonl')).length, scores: corpus };
}

try {
  const found = reproductionSchema.parse({
    commongen: commongenRuns(),
    small: small(),
    bart: bart(),
    rated: rated(),
    situatedgen: situatedgenRuns(),
    tgcsr: tgcsrRuns(),
  });
  writeFileSync(JSON_FILE, `${JSON.stringify(found, null, 1)}\n`);
  const others = existsSync(PAGE) ? (OTHER_SECTIONS.exec(readFileSync(PAGE, 'utf8'))?.[0] ?? '') : '';
  const page = reproductionPage(found, {
    dev: COMMONGEN.filter(({ split }) => split === 'dev'),
    test: COMMONGEN.filter(({ split }) => split === 'test'),
    situatedgenTest: SITUATEDGEN.filter(({ source }) => source.startsWith('NeurIPS')),
  });
  writeFileSync(PAGE, `${page.trimEnd()}\n${others}`);
} finally {
  rmSync(folder, { recursive: true });
}
