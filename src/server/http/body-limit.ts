/** Reads the body of a request up to a limit: too much is refused before it is in memory, a cut one is not taken for whole. */
import type { HonoRequest } from 'hono';
import { Problem } from './problem.ts';

/** Bytes of a request's body. Texts of imports are longer in JSON than by themselves. */
export const BODY_LIMITS: Readonly<Record<string, number>> = {
  'post /api/studies/{study}/import': 24_000_000,
  'post /api/studies/{study}/gold': 6_000_000,
  'post /api/studies': 1_000_000,
  'patch /api/studies/{study}': 1_000_000,
  // 32 MiB of predictions, and what is said of them.
  'post /api/boards/{board}/submissions': 33_700_000,
  'post /api/boards/import': 256_000_000,
};
export const USUAL_LIMIT = 256_000;

/** Keeps the body in memory, where handlers find it. */
export async function holdBody(request: HonoRequest, most: number): Promise<void> {
  const announced = request.header('content-length');
  if (announced === undefined) {
    request.raw = await readWithin(request.raw, most);
    return;
  }
  if (Number(announced) > most) throw tooLarge(most);
  // HTTP ends the body after so many bytes. Read as a text it takes a tenth of the time that streams take.
  if (Number(announced) > 0) await request.text().catch(refuseCut);
}

function refuseCut(): never {
  throw new Problem(400, 'the body ended before it was whole');
}

/** The request with its body in memory; the same request where it has none. */
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
