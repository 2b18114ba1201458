/**
 * Mining of concept-sets on 200,000 and 1,000,000 captions, against a plain Python dictionary of all combinations on the same input.
 * `npx tsx bench/concept-sets.ts [--sizes 200000,1000000] [--python python3] [--least 2] [--join 1]`; `--join 2` makes captions of two, as long as paragraphs
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { loadWordNet } from '../packages/metrics/src/nlp/words/wordnet.ts';
import { captionWords } from '../packages/sensebench/src/benchmarks/commongen/build/caption-words.ts';
import {
  extractConcepts,
  packConcepts,
  wordNetVocabulary,
} from '../packages/sensebench/src/benchmarks/commongen/build/extract-concepts.ts';
import { type ConceptSentences, mineConceptSets } from '../packages/sensebench/src/benchmarks/commongen/build/mine-concept-sets.ts';
import { readAllCaptions } from '../packages/sensebench/src/benchmarks/commongen/build/read-captions.ts';
import { scoreConceptSets } from '../packages/sensebench/src/benchmarks/commongen/build/score-concept-sets.ts';
import { loadAnalyser } from '../packages/sensebench/src/nlp/analysis/analyser.ts';
import { sharedPath } from '../test/shared.ts';

interface Measured {
  read: number;
  mine: number;
  /** Absent for the plain way. */
  score?: number;
  /** Of mining alone. */
  cpu: number;
  megabytes: number;
  counts: Record<string, { sets: number; sentences: number }>;
}

const SEED = 17;
/** Resampled captions lose a concept with the first chance and gain one of the corpus with the second, so that they are no copies. */
const [LOSE, GAIN] = [0.1, 0.25];

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '200000,1000000' },
    python: { type: 'string', default: 'python3' },
    least: { type: 'string', default: '2' },
    join: { type: 'string', default: '1' },
    ours: { type: 'string' },
  },
});

if (values.ours !== undefined) console.log(JSON.stringify(measure(values.ours)));
else await compare();

function measure(path: string): Measured {
  const started = performance.now();
  const sentences = readNumbers(path);
  const read = performance.now();
  const before = process.cpuUsage();
  const mined = mineConceptSets(sentences, { least: Number(values.least) });
  const done = performance.now();
  const { maxRSS: megabytes } = process.resourceUsage();
  const cpu = process.cpuUsage(before);
  const counts = mined.map(({ size, counts: own }) => [size, { sets: own.length, sentences: own.reduce((sum, count) => sum + count, 0) }]);
  const scoring = performance.now();
  const { concepts, starts, vocabulary } = sentences;
  scoreConceptSets(mined, { of: (sentence) => concepts.subarray(starts[sentence], starts[sentence + 1]), vocabulary }, vocabulary);
  return {
    read: (read - started) / 1000,
    mine: (done - read) / 1000,
    score: (performance.now() - scoring) / 1000,
    cpu: (cpu.user + cpu.system) / 1e6,
    megabytes: megabytes / 1024,
    counts: Object.fromEntries(counts),
  };
}

/** Lines of numbers, straight from the bytes. */
function readNumbers(path: string): ConceptSentences {
  const bytes = readFileSync(path);
  const [space, end, zero] = [...' \n0'].map((mark) => mark.charCodeAt(0));
  const concepts: number[] = [];
  const starts = [0];
  let [number, vocabulary] = [0, 0];
  for (const byte of bytes) {
    if (byte >= zero) {
      number = number * 10 + byte - zero;
      continue;
    }
    concepts.push(number);
    vocabulary = Math.max(vocabulary, number + 1);
    number = 0;
    if (byte === end) starts.push(concepts.length);
    else if (byte !== space) throw new Error(`byte ${byte} is no number`);
  }
  return { concepts: Int32Array.from(concepts), starts: Int32Array.from(starts), vocabulary };
}

async function compare(): Promise<void> {
  const path = sharedPath('data/captions/flickr8k.txt.gz');
  if (path === null) return;
  const wordnet = await loadWordNet();
  const analyser = await loadAnalyser();
  const captions: string[] = [];
  for await (const caption of readAllCaptions([path])) captions.push(caption);
  const { rows, facts } = extractConcepts(await captionWords(captions, analyser), {
    vocabulary: wordNetVocabulary(wordnet),
    baseVerbs: (word) => wordnet.baseForms(word, 'v'),
  });
  const extracted = packConcepts(rows, facts);
  const folder = mkdtempSync(join(tmpdir(), 'concept-sets-'));
  for (const size of values.sizes.split(',').map(Number)) {
    const file = join(folder, `${size}.txt`);
    await writeResampled(extracted, size, file);
    const ours = run(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--least', values.least, '--ours', file]);
    console.log(`${size} captions, sensebench: ${show(ours)}`);
    const plain = run(values.python, [fileURLToPath(new URL('concept-sets-plain.py', import.meta.url)), file, values.least]);
    console.log(`${size} captions, plain Python: ${show(plain)}`);
    const same = JSON.stringify(ours.counts) === JSON.stringify(plain.counts);
    console.log(`${same ? 'the same sets and counts' : 'DIFFERENT COUNTS'}: ${JSON.stringify(ours.counts)}`);
  }
  rmSync(folder, { recursive: true });
}

async function writeResampled({ concepts, starts }: ConceptSentences, count: number, file: string): Promise<void> {
  const random = createRandom(`${SEED}/${count}`);
  const out = createWriteStream(file);
  for (let i = 0; i < count; i++) {
    const drawn = Array.from({ length: Number(values.join) }, () => random.below(starts.length - 1));
    const kept = drawn.flatMap((s) => Array.from(concepts.subarray(starts[s], starts[s + 1])).filter(() => random.next() >= LOSE));
    if (random.next() < GAIN || kept.length === 0) kept.push(concepts[random.below(concepts.length)]);
    if (!out.write(`${[...new Set(kept)].sort((a, b) => a - b).join(' ')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function run(command: string, args: readonly string[]): Measured {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 20 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function show({ read, mine, score, cpu, megabytes }: Measured): string {
  const scored = score === undefined ? '' : `, then scoring ${score.toFixed(1)} s`;
  return `reading ${read.toFixed(1)} s, mining ${mine.toFixed(1)} s (CPU ${cpu.toFixed(1)} s), ${megabytes.toFixed(0)} MB at most${scored}`;
}
