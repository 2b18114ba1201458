import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { hashFile, sha256 } from './hash.ts';

it('hashes as sha256sum does', () => {
  // FIPS 180-2, appendix B.1.
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256(new TextEncoder().encode('abc'))).toBe(sha256('abc'));
});

it('hashes a file as it is stored, gzip included, and names a missing one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
  try {
    const bytes = gzipSync('abc');
    writeFileSync(join(folder, 'a.gz'), bytes);
    expect(await hashFile(join(folder, 'a.gz'))).toBe(sha256(bytes));
    await expect(hashFile(join(folder, 'none'))).rejects.toThrow(/none: no such file/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
