/** A zip archive that repeats to the byte: names sorted, one fixed time, no compression level of the machine's own. */
import { type Zippable, zipSync } from 'fflate';

export function writeArchive(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const encoder = new TextEncoder();
  const names = Object.keys(files).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const parts: Zippable = {};
  for (const name of names) {
    const content = files[name];
    parts[name] = typeof content === 'string' ? encoder.encode(content) : content;
  }
  // The earliest moment that a zip can say, in local time as the format has it.
  return zipSync(parts, { level: 6, mtime: new Date(1980, 0, 1) });
}
