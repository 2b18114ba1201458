/** Checks a submission: a file of predictions, a run folder or a zip of one. Errors name the line. */
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Benchmark, InputError, type Item, joinSentences, type PredictedText, readOutput } from 'sensebench/internal/core';
import {
  isFolder,
  openFile,
  parseJson,
  parseWith,
  readArchive,
  readBytes,
  runManifestSchema,
  sha256,
  writeFileAtomic,
} from 'sensebench/internal/files';
import { readPredictionRows } from 'sensebench/internal/files/formats';
import { labelsOf, readAnswer } from './read-answer.ts';

export interface CheckedSubmission {
  /** One for each item, in their order. */
  predictions: { id: string; prediction: PredictedText }[];
  /** SHA-256 of `predictionLines`. */
  sha256: string;
  from: 'file' | 'run';
  /** The model according to run.json. */
  runner?: string;
  /** Notes for the sender, one line each. */
  notes: string[];
}

export interface CheckOptions {
  /** The scored items. Their references are never used, so no message can reveal them. */
  items: readonly Item[];
  benchmark: Pick<Benchmark, 'name' | 'parse' | 'choices'>;
  /** The sender's file name, for messages. */
  name: string;
  /** An empty folder for unpacked files; it is left empty. */
  scratch: string;
  mostBytes?: number;
}

const MOST_BYTES = 32 * 1024 * 1024;
const MOST_FILES = 200;
const PREDICTIONS = 'predictions.jsonl';

export async function checkSubmission(
  path: string,
  { items, benchmark, name, scratch, mostBytes = MOST_BYTES }: CheckOptions,
): Promise<CheckedSubmission> {
  const unpacked = join(scratch, 'unpacked');
  try {
    if (isFolder(path)) return await checkRun(await filesOf(path, mostBytes), { items, benchmark, name, folder: unpacked });
    await checkBytes(path, mostBytes);
    if (await isZip(path)) {
      const files = await readArchive(await readBytes(path, { bytes: mostBytes }), { file: name, mostBytes, mostFiles: MOST_FILES });
      return await checkRun(files, { items, benchmark, name, folder: unpacked });
    }
    return { ...(await checkFile(path, { items, benchmark })), from: 'file' };
  } catch (error) {
    // Messages contain the sender's file name, never a path on the server.
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replaceAll(join(unpacked, PREDICTIONS), `${name}/${PREDICTIONS}`).replaceAll(path, name));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** The stored form: one line of JSON per item. */
export function predictionLines(predictions: CheckedSubmission['predictions']): string {
  return predictions.map(({ id, prediction }) => `${JSON.stringify({ id, prediction })}\n`).join('');
}

/** Checks the unpacked size before anything is kept in memory, because a small gzip file can be very large. */
async function checkBytes(path: string, mostBytes: number): Promise<void> {
  let [read, zeros] = [0, 0];
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of openFile(path, { bytes: mostBytes, unpackedBytes: mostBytes })) {
    if (read === 0) head = chunk.subarray(0, 512);
    read += chunk.length;
  }
  if (read === 0) throw new InputError('is empty', { file: path, expected: 'predictions' });
  for (const byte of head) if (byte === 0) zeros++;
  const marked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (marked || (head[0] !== 0x50 && zeros * 3 > head.length)) throw new InputError('is UTF-16; save it as UTF-8', { file: path });
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.readUInt32LE(0) === 0x04034b50;
  } finally {
    await file.close();
  }
}

async function filesOf(folder: string, mostBytes: number): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of ['run.json', PREDICTIONS]) {
    const path = join(folder, name);
    if ((await stat(path).catch(() => null)) === null) continue;
    await checkBytes(path, mostBytes);
    files.set(name, await readBytes(path, { bytes: mostBytes, unpackedBytes: mostBytes }));
  }
  return files;
}

interface RunOptions {
  items: readonly Item[];
  benchmark: CheckOptions['benchmark'];
  name: string;
  /** A folder for the unpacked predictions. */
  folder: string;
}

/** Reads only run.json and predictions.jsonl. Modules named in run.json are never loaded. */
async function checkRun(
  files: ReadonlyMap<string, Uint8Array>,
  { items, benchmark, name, folder }: RunOptions,
): Promise<CheckedSubmission> {
  const root = rootOf(files, name);
  const manifest = files.get(`${root}run.json`);
  const predictions = files.get(`${root}${PREDICTIONS}`);
  if (!predictions) throw new InputError(`has no ${PREDICTIONS}`, { file: name, expected: 'a run folder, or a zip of one' });
  await mkdir(folder, { recursive: true });
  const path = join(folder, PREDICTIONS);
  await writeFileAtomic(path, predictions, { flush: false });
  const place = { file: `${name}/run.json` };
  const run = manifest && parseWith(runManifestSchema, parseJson(new TextDecoder().decode(manifest), place), place);
  if (run && run.benchmark !== benchmark.name)
    throw new InputError(`is a run of ${JSON.stringify(run.benchmark.slice(0, 80))}`, {
      ...place,
      field: 'benchmark',
      expected: benchmark.name,
    });
  await checkBytes(path, Number.MAX_SAFE_INTEGER);
  const checked = await checkFile(path, { items, benchmark, lenient: true });
  return { ...checked, from: 'run', ...(run ? { runner: run.runner } : {}) };
}

/** The folder with the predictions: the top level or the only folder. Files added by macOS are ignored. */
function rootOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const candidates = [...files.keys()].filter((path) => path.split('/').at(-1) === PREDICTIONS && !path.startsWith('__MACOSX/'));
  if (candidates.length > 1)
    throw new InputError(`holds ${candidates.length} files called ${PREDICTIONS}`, { file: name, expected: 'one run folder' });
  return (candidates[0] ?? PREDICTIONS).slice(0, -PREDICTIONS.length);
}

async function checkFile(
  path: string,
  { items, benchmark, lenient = false }: Pick<CheckOptions, 'items' | 'benchmark'> & { lenient?: boolean },
): Promise<Pick<CheckedSubmission, 'predictions' | 'sha256' | 'notes'>> {
  const bare = items.map((item) => ({ ...item, references: [] }));
  const { rows, notes } = await readPredictionRows(path, { items: bare, noOthers: true, mostLines: mostLines(items.length) });
  const missing = items.filter(({ id }) => !rows.has(id));
  if (missing.length > 0)
    throw new InputError(`no prediction for "${missing[0].id}"`, {
      file: path,
      expected: `one for each of ${items.length} items, ${missing.length} ${missing.length === 1 ? 'is' : 'are'} missing`,
    });
  let [empty, other] = [0, 0];
  const predictions = bare.map((item) => {
    const row = rows.get(item.id) ?? { text: '', raw: false };
    const prediction: PredictedText = row.raw ? readOutput(row.text, item, benchmark) : (row.sentences ?? row.text);
    const text = joinSentences(prediction);
    const answer = readAnswer(prediction, item, benchmark);
    // Raw outputs of models, and runs, may contain no valid choice; predictions in a file must.
    if (answer === null && !row.raw) {
      const { message, expected } = problemOf(text, item, benchmark);
      if (!lenient) throw new InputError(message, { file: path, line: row.line, expected });
      other++;
    }
    if (text.trim() === '') empty++;
    return { id: item.id, prediction: answer ?? prediction };
  });
  if (empty === items.length) throw new InputError('all predictions are empty', { file: path });
  if (empty > 0) notes.push(`${empty} of ${items.length} predictions are empty`);
  if (other > 0) notes.push(`${other} of ${items.length} predictions hold no answer, and count as wrong`);
  return { predictions, sha256: sha256(predictionLines(predictions)), notes: notes.map((note) => note.replaceAll(`${path}: `, '')) };
}

/** Generous enough for runs with repeats and orders and for JSON over many lines, but still a limit on memory and time. */
function mostLines(items: number): number {
  return Math.min(1_000_000, 10_000 + 1_000 * items);
}

function problemOf(text: string, item: Item, benchmark: CheckOptions['benchmark']): { message: string; expected?: string } {
  const answer = text.trim();
  const labels = labelsOf(item, benchmark);
  if (!labels) return { message: `the prediction for "${item.id}" is "${answer}", a missing value` };
  return { message: `"${answer.slice(0, 40)}" is not a label of "${item.id}"`, expected: labels.join(', ') };
}
