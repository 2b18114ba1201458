/** Reads a request body up to a limit. Bodies that are too large are refused early, and truncated ones are detected. */
import type { HonoRequest } from 'hono';
import { Problem } from './problem.ts';

/** In bytes. Imported texts grow when they are encoded as JSON. */
export const BODY_LIMITS: Readonly<Record<string, number>> = {
  'post /api/studies/{study}/import': 24_000_000,
  'post /api/studies/{study}/gold': 6_000_000,
  'post /api/studies': 1_000_000,
  'patch /api/studies/{study}': 1_000_000,
  // 32 MiB of predictions and the other fields of the form.
  'post /api/boards/{board}/submissions': 33_700_000,
  'post /api/boards/import': 256_000_000,
};
export const USUAL_LIMIT = 256_000;

/** Buffers the body in memory for the handlers. */
export async function holdBody(request: HonoRequest, most: number): Promise<void> {
  const announced = request.header('content-length');
  if (announced === undefined) {
    request.raw = await readWithin(request.raw, most);
    return;
  }
  if (Number(announced) > most) throw tooLarge(most);
  // HTTP cuts the body at this length. Reading it as text takes a tenth of the time of a stream.
  if (Number(announced) > 0) await request.text().catch(refuseCut);
}

function refuseCut(): never {
  throw new Problem(400, 'the request body was cut off');
}

/** The request with its body in memory, or the same request if it has none. */
async function readWithin(request: Request, most: number): Promise<Request> {
  if (!request.body) return request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(refuseCut);
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(most);
    }
    chunks.push(value);
  }
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: size > 0 ? Buffer.concat(chunks) : undefined });
}

export function tooLarge(most: number): Problem {
  return new Problem(413, `the body is larger than ${Math.round(most / 1000)} kB`);
}
