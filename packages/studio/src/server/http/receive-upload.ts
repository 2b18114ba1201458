/** Receives a form with a file (multipart/form-data, RFC 7578) and streams it to a temporary folder. */
import { openAsBlob } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tooLarge } from './body-limit.ts';
import { Problem } from './problem.ts';

export interface ReceivedUpload {
  /** Its files are read from disk on demand. */
  form: FormData;
  /** The path of the last file in the form. */
  path: string | null;
  remove(): Promise<void>;
}

/** For all fields except files, and for the header of one part. */
const MOST_FIELD_BYTES = 256_000;
const MOST_HEADER_BYTES = 8192;
const MOST_PARTS = 50;
const BREAK = Buffer.from('\r\n');
const END_OF_HEADER = Buffer.from('\r\n\r\n');

/** null if the request is not a multipart form. */
export async function receiveUpload(request: Request, mostBytes: number): Promise<ReceivedUpload | null> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (boundary === null || !request.body) return null;
  if (Number(request.headers.get('content-length')) > mostBytes) throw tooLarge(mostBytes);
  const folder = await mkdtemp(join(tmpdir(), 'sensebench-upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const writer = createFormWriter(folder);
  try {
    for await (const piece of partsOf(bounded(request.body, mostBytes), boundary)) await writer.take(piece);
    return { ...(await writer.end()), remove };
  } catch (error) {
    await writer.close();
    await remove();
    throw error;
  }
}

function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType);
  return match ? (match[1] ?? match[2]) : null;
}

async function* bounded(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw cutShort();
      });
      if (done) return;
      size += value.byteLength;
      if (size > most) throw tooLarge(most);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type Piece = { kind: 'header'; text: string } | { kind: 'bytes'; bytes: Uint8Array };

/** Yields the header of each part, followed by the chunks of its content. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Piece> {
  const mark = Buffer.from(`\r\n--${boundary}`);
  // The first boundary is not preceded by a line break.
  let rest: Buffer = Buffer.from(BREAK);
  let state: 'before' | 'after mark' | 'header' | 'content' | 'end' = 'before';
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (let more = true; more && state !== 'end'; ) {
      more = false;
      if (state === 'before' || state === 'content') {
        const at = rest.indexOf(mark);
        const sure = at >= 0 ? at : Math.max(0, rest.length - mark.length + 1);
        if (state === 'content' && sure > 0) yield { kind: 'bytes', bytes: rest.subarray(0, sure) };
        rest = rest.subarray(at >= 0 ? at + mark.length : sure);
        if (at >= 0) [state, more] = ['after mark', true];
      } else if (state === 'after mark' && rest.length >= 2) {
        state = rest.subarray(0, 2).equals(BREAK) ? 'header' : 'end';
        more = true;
      } else if (state === 'header') {
        const at = rest.indexOf(END_OF_HEADER);
        if (at > MOST_HEADER_BYTES || (at < 0 && rest.length > MOST_HEADER_BYTES))
          throw new Problem(400, 'the header of a form part is too long');
        if (at >= 0) {
          yield { kind: 'header', text: rest.subarray(0, at).toString('utf8') };
          rest = rest.subarray(at + END_OF_HEADER.length);
          [state, more] = ['content', true];
        }
      }
    }
    if (state === 'end') rest = Buffer.alloc(0);
  }
  if (state !== 'end') throw cutShort();
}

function createFormWriter(folder: string) {
  const form = new FormData();
  let [parts, fieldBytes] = [0, 0];
  let part: { name: string; file?: { name: string; path: string; handle: FileHandle }; text: Buffer[] } | undefined;
  let path: string | null = null;

  async function finish(): Promise<void> {
    if (part?.file) {
      await part.file.handle.close();
      path = part.file.path;
      form.append(part.name, new File([await openAsBlob(path)], part.file.name));
    } else if (part) form.append(part.name, Buffer.concat(part.text).toString('utf8'));
    part = undefined;
  }

  return {
    async take(piece: Piece): Promise<void> {
      if (piece.kind === 'header') {
        await finish();
        if (++parts > MOST_PARTS) throw new Problem(400, `the form has more than ${MOST_PARTS} parts`);
        const { name, file } = readDisposition(piece.text);
        const place = join(folder, String(parts));
        part = { name, text: [], ...(file === null ? {} : { file: { name: file, path: place, handle: await open(place, 'wx', 0o600) } }) };
      } else if (part?.file) await part.file.handle.writeFile(piece.bytes);
      else {
        fieldBytes += piece.bytes.length;
        if (fieldBytes > MOST_FIELD_BYTES) throw new Problem(413, 'the form fields are too long');
        part?.text.push(Buffer.from(piece.bytes));
      }
    },
    async end(): Promise<Pick<ReceivedUpload, 'form' | 'path'>> {
      await finish();
      return { form, path };
    },
    async close(): Promise<void> {
      await part?.file?.handle.close().catch(() => undefined);
    },
  };
}

/** Browsers encode quotes and line breaks in names as %22, %0D and %0A. */
function readDisposition(header: string): { name: string; file: string | null } {
  const line = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(header)?.[1] ?? '';
  const value = (key: string) =>
    new RegExp(`(?:^|;|\\s)${key}="([^"]*)"`, 'i').exec(line)?.[1].replace(/%(22|0D|0A)/gi, decodeURIComponent);
  const name = value('name');
  if (name === undefined) throw new Problem(400, 'a part of the form has no name');
  return { name, file: value('filename') ?? null };
}

function cutShort(): Problem {
  return new Problem(400, 'the request body was cut off');
}
