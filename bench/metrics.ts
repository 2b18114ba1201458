/** Caption metrics against pycocoevalcap, from process start to result, tokenization included. `npx tsx bench/metrics.ts [--python path] [--rounds n] [--items 10000]` */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { dataPath, OPTIONAL_DATA } from '../packages/sensebench/src/app/start/index.ts';
import { keepResult } from './bench-result.ts';
import { median, medianOf } from './median.ts';
import { type MeasuredRun, runMeasured } from './run-measured.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    rounds: { type: 'string', default: '3' },
    /** So many sets of CommonGen's training split instead: with more items the start of the process counts less. */
    items: { type: 'string' },
  },
});
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface BenchItem {
  id: string;
  prediction: string;
  references: string[];
}

/** The 993 CommonGen items beside the repository, or the starter corpus: each reference once against the others. */
function readItems(): BenchItem[] {
  if (values.items !== undefined) return readTrainingSets(Number(values.items));
  const rows = <Row>(path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
  const dataset = here('../../shared/data/commongen/dev.jsonl');
  const outputs = here('../../shared/oracles/commongen-dev-bart.jsonl');
  if (existsSync(dataset) && existsSync(outputs)) {
    const predictions = rows<{ candidate: string }>(outputs);
    return rows<{ scene: string[] }>(dataset).map(({ scene }, i) => ({
      id: `${i}`,
      prediction: predictions[i].candidate,
      references: scene,
    }));
  }
  return rows<{ scene: string[] }>(here('../corpus/captions/references.jsonl'))
    .flatMap(({ scene }) => scene.map((prediction, i) => ({ prediction, references: scene.filter((_, other) => other !== i) })))
    .filter(({ references }) => references.length > 0)
    .map((item, i) => ({ id: `${i}`, ...item }));
}

/** The first sentence of each set against its others. */
function readTrainingSets(count: number): BenchItem[] {
  const file = here('../../shared/data/commongen/train.jsonl.gz');
  if (!existsSync(file)) return [];
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { scene: string[] }).scene)
    .filter(({ length }) => length > 1)
    .slice(0, count)
    .map(([prediction, ...references], i) => ({ id: `${i}`, prediction, references }));
}

interface Run extends MeasuredRun {
  scores: Record<string, number>;
}

async function run(command: string, args: readonly string[], read: (output: string) => Record<string, number>): Promise<Run> {
  const run = await runMeasured(command, args);
  return { ...run, scores: read(run.output) };
}

const program = here('../packages/sensebench/dist/cli/main.js');
if (!existsSync(program)) throw new Error('build first: npm run build');
if (!existsSync(dataPath('meteor-paraphrases', process.env)))
  console.log(`without METEOR's paraphrases, which pycocoevalcap has; ${OPTIONAL_DATA['meteor-paraphrases'].get}`);

const folder = mkdtempSync(join(tmpdir(), 'sensebench-bench-'));
try {
  const items = readItems();
  if (items.length === 0) throw new Error('skipped: ../shared/data/commongen/train.jsonl.gz is not here');
  const both = join(folder, 'items.jsonl');
  writeFileSync(both, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const ours = () =>
    run(
      process.execPath,
      [
        program,
        'score',
        'text',
        '--references',
        both,
        '--predictions',
        both,
        '--metrics',
        'bleu,rougeLCoco,cider,meteor',
        '--json',
        '--quiet',
      ],
      (output) => JSON.parse(output).corpus,
    );
  const theirs = () =>
    run(values.python, [here('metrics-original.py'), both], (output) => JSON.parse(output.trim().split('\n').at(-1) ?? '{}'));
  const rounds: { ours: Run; theirs: Run | null }[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const own = await ours();
    const other = await theirs().catch((error: unknown) => {
      console.log(`pycocoevalcap did not run (${error instanceof Error ? error.message : error}); give its interpreter with --python`);
      return null;
    });
    rounds.push({ ours: own, theirs: other });
    console.log(
      `round ${round + 1}: sensebench ${own.seconds.toFixed(2)} s${other ? `, pycocoevalcap ${other.seconds.toFixed(2)} s` : ''}`,
    );
    if (!other) break;
  }
  const own = median(rounds.map((round) => round.ours.seconds));
  const memory = Math.max(...rounds.map((round) => round.ours.megabytes ?? 0));
  console.log(
    `\n${items.length} items, tokenization + BLEU + ROUGE-L + CIDEr + METEOR, process start to result, median of ${rounds.length}`,
  );
  console.log(`sensebench     ${own.toFixed(2)} s, at most ${memory.toFixed(0)} MB`);
  const done = rounds.flatMap(({ theirs: other }) => (other ? [other] : []));
  const row = {
    bench: 'metrics',
    what: `tokens, BLEU, ROUGE-L, CIDEr and METEOR of ${items.length} items`,
    rounds: rounds.length,
    ours: medianOf(rounds.map((round) => round.ours)),
    goal: { times: 20 },
  };
  if (done.length === 0) keepResult({ ...row, peer: { name: 'pycocoevalcap', measured: null } });
  else {
    const other = median(done.map(({ seconds }) => seconds));
    const difference = Math.max(...Object.entries(done[0].scores).map(([name, value]) => Math.abs(value - rounds[0].ours.scores[name])));
    console.log(`pycocoevalcap  ${other.toFixed(2)} s: ${(other / own).toFixed(1)} times as long`);
    console.log(`largest difference of a corpus score: ${difference.toExponential(1)}`);
    const note = `largest difference of a corpus score ${difference.toExponential(1)}; at most ${memory.toFixed(0)} MB`;
    keepResult({ ...row, peer: { name: 'pycocoevalcap', measured: medianOf(done) }, note });
  }
} finally {
  rmSync(folder, { recursive: true });
}
