/** `sensebench data list|add`: optional large files that are not ours to ship. */
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { dataFolder, dataPath, OPTIONAL_DATA, type OptionalDataName } from '../../app/index.ts';
import { type Action, defineAction, InputError } from '../../core/index.ts';
import { fileError, readZipEntry, sha256, writeFileAtomic } from '../../files/index.ts';
import { compileParaphrases } from '../../metrics/meteor/index.ts';

const NAMES = Object.keys(OPTIONAL_DATA) as OptionalDataName[];
const ID_DIGITS = 8;
const CHUNK = 1 << 20;
/** METEOR's table is 61 MB packed, in short lines: what unpacks to more than this is something else. */
const MOST_BYTES = 1 << 30;
const LONGEST_LINE = 1 << 20;

const list = defineAction({
  summary: 'what can be added, and what is there',
  options: z.object({}),
  examples: ['data list'],
  run: async () => {
    const rows = NAMES.map((name) => {
      const path = dataPath(name);
      const { summary, get } = OPTIONAL_DATA[name];
      return { name, summary, path, bytes: existsSync(path) ? statSync(path).size : null, get };
    });
    const text = rows.map(({ name, summary, path, bytes, get }) =>
      bytes === null ? `${name}: ${summary}\n  not here; ${get}` : `${name}: ${summary}\n  ${path} (${(bytes / 1e6).toFixed(1)} MB)`,
    );
    return { json: { folder: dataFolder(), data: rows }, text: text.join('\n') };
  },
});

const add = defineAction({
  summary: 'make an optional file from the package that holds it',
  arguments: [
    { name: 'name', summary: NAMES.join(', ') },
    { name: 'source', summary: 'pycocoevalcap wheel, or paraphrase-en.gz', optional: true },
  ],
  options: z.object({ name: z.enum(NAMES), source: z.string().optional() }),
  examples: ['data add meteor-paraphrases pycocoevalcap-1.2-py3-none-any.whl', 'data add meteor-paraphrases paraphrase-en.gz'],
  run: async ({ name, source }, context) => {
    if (!source) throw new InputError(`what is ${name} to be made from? ${OPTIONAL_DATA[name].get}`);
    const packed = await readPacked(source);
    context.say(`making the table of METEOR's paraphrases from ${source}`);
    const table = await compileParaphrases(linesOf(packed, source), { id: sha256(packed).slice(0, ID_DIGITS) });
    const path = dataPath(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, table);
    return { json: { name, path, bytes: table.length }, text: `${path} (${(table.length / 1e6).toFixed(1)} MB)` };
  },
});

export const actions: Readonly<Record<string, Action>> = { list, add };

/** The gzipped table: out of a wheel, or as it is. */
async function readPacked(source: string): Promise<Uint8Array> {
  if (!/\.(whl|zip)$/.test(source)) {
    return readFile(source).catch((error: unknown) => {
      throw fileError(error, source);
    });
  }
  const entry = await readZipEntry(source, /(^|\/)paraphrase-en\.gz$/);
  if (!entry) throw new InputError('holds no paraphrase-en.gz', { file: source, expected: 'the wheel of pycocoevalcap' });
  return entry;
}

/** The lines of the unpacked text, a chunk's worth at a time. */
async function* linesOf(packed: Uint8Array, source: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let read = 0;
  try {
    for await (const chunk of Readable.from([packed]).pipe(createGunzip({ chunkSize: CHUNK }))) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      read += (chunk as Uint8Array).length;
      if (read > MOST_BYTES || rest.length > LONGEST_LINE)
        throw new InputError('unpacks to what is not a table of paraphrases', { file: source });
      yield lines;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new InputError('is not whole gzip data', { file: source });
    throw error;
  }
  if (rest !== '') yield [rest];
}
