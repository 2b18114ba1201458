/** Cuts the torn last line off a file that grows by whole lines: a killed process or a power cut leaves one at most. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';

const NEWLINE = 0x0a;

export async function cutTornLine(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const block = Buffer.alloc(1 << 16);
    let end = size;
    while (end > 0) {
      const start = Math.max(0, end - block.length);
      const { bytesRead } = await file.read(block, 0, end - start, start);
      const newline = block.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      if (newline >= 0) {
        end = start + newline + 1;
        break;
      }
      end = start;
    }
    if (end < size) await file.truncate(end);
  } finally {
    await file.close();
  }
}
