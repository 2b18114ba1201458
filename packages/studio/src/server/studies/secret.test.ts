import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSecret } from './secret.ts';

it('makes one secret that is whole whenever it is there: starts that come together or are killed never meet a part of it', async () => {
  for (let round = 0; round < 20; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'sensebench-secret-'));
    try {
      const secrets = await Promise.all(Array.from({ length: 8 }, () => openSecret(folder)));
      expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
      expect(readdirSync(folder)).toEqual(['secret']);
      expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});
