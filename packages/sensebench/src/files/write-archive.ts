/** A reproducible zip archive: sorted names, a fixed time and compression level. */
import { type Zippable, zipSync } from 'fflate';

export function writeArchive(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const encoder = new TextEncoder();
  const names = Object.keys(files).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const parts: Zippable = {};
  for (const name of names) {
    const content = files[name];
    parts[name] = typeof content === 'string' ? encoder.encode(content) : content;
  }
  // The earliest time that zip can represent; the format uses local time.
  return zipSync(parts, { level: 6, mtime: new Date(1980, 0, 1) });
}
