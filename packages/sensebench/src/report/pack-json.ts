/** Packs a JSON value for a page: deflated (RFC 1951), then base64. `unpackJson` in the page's script reads it. */
import { deflateSync } from 'fflate';

/** Uses a package instead of Node's zlib, so that the bytes do not depend on the version of Node or the processor. */
export function packJson(value: unknown): string {
  return Buffer.from(deflateSync(Buffer.from(JSON.stringify(value)), { level: 6 })).toString('base64');
}
