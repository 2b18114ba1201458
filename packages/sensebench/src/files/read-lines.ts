/** Reads a file line by line in constant memory: strict UTF-8, `\n` or `\r\n`, gzip, standard input. */
import { InputError } from '@sensebench/metrics/internal/core';
import { type Bounds, nameOf, openFile, sizeOf } from './open-file.ts';

export interface Line {
  /** 1-based. */
  line: number;
  text: string;
}

const NEWLINE = 0x0a;
/** No row of any benchmark is longer. It is the only limit for files that are read line by line. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** Limits for files that are read whole: the text must fit into a JavaScript string, and decompressed files into memory. */
const WHOLE: Bounds = { bytes: 256 * 1024 * 1024, unpackedBytes: 64 * 1024 * 1024 };

export async function* readLines(path: string): AsyncGenerator<Line> {
  let line = 0;
  let parts: Uint8Array[] = [];
  let pending = 0;
  for await (const chunk of openFile(path)) {
    const cut = chunk.lastIndexOf(NEWLINE);
    if (cut < 0) {
      parts.push(chunk);
      pending += chunk.length;
      if (pending > LONGEST_LINE)
        throw new InputError(`the line is longer than ${sizeOf(LONGEST_LINE)}`, { file: nameOf(path), line: line + 1 });
      continue;
    }
    const block = Buffer.concat([...parts, chunk.subarray(0, cut)]);
    for (const text of decode(block, path, line).split('\n')) yield { line: ++line, text: clean(text, line) };
    const rest = chunk.subarray(cut + 1);
    parts = rest.length > 0 ? [rest] : [];
    pending = rest.length;
  }
  if (pending > 0) {
    const text = decode(Buffer.concat(parts), path, line);
    yield { line: ++line, text: clean(text, line) };
  }
}

/** The whole file as one string. */
export async function readText(path: string, bounds?: Bounds): Promise<string> {
  return clean(decode(await readBytes(path, bounds), path, 0), 1);
}

export async function readBytes(path: string, bounds: Bounds = WHOLE): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openFile(path, bounds)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function clean(text: string, line: number): string {
  const start = line === 1 && text.startsWith('\uFEFF') ? 1 : 0;
  return text.slice(start, text.endsWith('\r') ? -1 : undefined);
}

function decode(block: Uint8Array, path: string, linesBefore: number): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(block);
  } catch {
    throw new InputError('is not valid UTF-8', { file: nameOf(path), line: linesBefore + brokenLine(block, decoder) });
  }
}

/** Which line of a block (1-based) is not valid UTF-8. */
function brokenLine(block: Uint8Array, decoder: TextDecoder): number {
  let line = 1;
  for (let start = 0; start <= block.length; line++) {
    const end = block.indexOf(NEWLINE, start);
    try {
      decoder.decode(block.subarray(start, end < 0 ? block.length : end));
    } catch {
      return line;
    }
    if (end < 0) break;
    start = end + 1;
  }
  return line;
}
