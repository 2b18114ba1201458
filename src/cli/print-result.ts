/** Prints what an action returned: a table for people, JSON with --json, a file with --output; nothing else reaches standard output. */
import { once } from 'node:events';
import type { ActionResult } from '../core/index.ts';
import { inBlocks, jsonPieces, writeLines, writePieces } from '../files/index.ts';

export interface PrintOptions {
  json: boolean;
  output?: string;
  stdout: NodeJS.WritableStream;
}

export async function printResult(result: ActionResult, { json, output, stdout }: PrintOptions): Promise<void> {
  if (result.lines) {
    if (output) await writeLines(output, result.lines);
    else for await (const line of result.lines) await write(stdout, `${line}\n`);
    return;
  }
  // Who started a server reads its result while it runs: one line, so that the reader knows its end.
  const asJson = () => (result.rest ? [`${JSON.stringify(result.json ?? null)}\n`] : jsonPieces(result.json ?? null));
  if (output) await writePieces(output, result.json === undefined ? [`${result.text ?? ''}\n`] : asJson());
  if (json) await writeAll(stdout, asJson());
  else if (!output) await writeAll(stdout, result.text === undefined ? asJson() : [`${result.text.replace(/\n$/, '')}\n`]);
}

async function writeAll(stream: NodeJS.WritableStream, pieces: Iterable<string>): Promise<void> {
  for await (const block of inBlocks(pieces)) await write(stream, block);
}

async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
