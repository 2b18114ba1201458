import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shard } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { checkShard, decodeShard, encodeShard } from './shard-bytes.ts';
import { folderStore, memoryStore } from './shard-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shard: Shard = {
  rows: [{ text: 'Zoë\n"x"' }, null, 'plain', [1]],
  dropped: [{ step: 'a', rule: 'b', ids: ['1'] }],
  vectors: Float32Array.from([0.1, -2, 3, 4]),
  facts: { count: 2, of: ['a'] },
};

describe.each([
  ['a folder', folderStore(join(folder, 'some'), { warn: () => undefined })],
  ['memory', memoryStore()],
])('%s', (_, store) => {
  it('gives back what was written, and knows what it has', async () => {
    expect(await store.has('a-1')).toBeNull();
    const info = await store.write('a-1', shard);
    expect(info).toEqual({ hash: encodeShard(shard).hash, rows: 4 });
    expect(await store.has('a-1')).toEqual(info);
    expect(await store.read('a-1')).toStrictEqual(shard);
    await expect(store.read('a-2')).rejects.toThrow();
  });
});

describe('the bytes of a shard', () => {
  it('tell vectors and facts that are empty from those that are not there', () => {
    const empty: Shard = { rows: [], dropped: [], vectors: new Float32Array(0), facts: null };
    expect(decodeShard(encodeShard(empty).bytes)).toStrictEqual(empty);
    expect(decodeShard(encodeShard({ rows: [], dropped: [] }).bytes)).toStrictEqual({ rows: [], dropped: [] });
    expect(encodeShard(empty).hash).not.toBe(encodeShard({ rows: [], dropped: [] }).hash);
  });

  it('change their hash when a row becomes a drop', () => {
    const row = { step: 'a', rule: 'b', ids: [] };
    expect(encodeShard({ rows: [row], dropped: [] }).hash).not.toBe(encodeShard({ rows: [], dropped: [row] }).hash);
  });

  it('are refused wherever a bit is wrong, and when the end is missing', () => {
    const { bytes } = encodeShard(shard);
    for (let at = 0; at < bytes.length; at++) {
      const torn = Uint8Array.from(bytes);
      torn[at] ^= 4;
      expect(checkShard(torn), `byte ${at}`).toBeNull();
    }
    expect(decodeShard(bytes.subarray(0, -1))).toBeNull();
    expect(decodeShard(new Uint8Array(0))).toBeNull();
  });

  it('are the same for rows of several blocks', () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({ text: `${i} ${'é'.repeat(200)}` }));
    expect(decodeShard(encodeShard({ rows: many, dropped: [] }).bytes)?.rows).toEqual(many);
  });
});

describe('a folder', () => {
  it('says that a torn file is damaged, and never uses it', async () => {
    const said: string[] = [];
    const place = join(folder, 'torn');
    const store = folderStore(place, { warn: (line) => said.push(line) });
    await store.write('a-1', shard);
    truncateSync(join(place, 'a-1.shard'), 100);
    expect(await store.has('a-1')).toBeNull();
    await expect(store.read('a-1')).rejects.toThrow('damaged');
    expect(said).toHaveLength(1);
  });

  it('that cannot be written is left out with one warning, and the build goes on', async () => {
    const said: string[] = [];
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    for (const place of [file, join(file, 'below')]) {
      const store = folderStore(place, { warn: (line) => said.push(line) });
      for (const key of ['a-1', 'b-1']) {
        expect(await store.has(key)).toBeNull();
        await store.write(key, shard);
        expect(await store.has(key)).toEqual(expect.objectContaining({ rows: shard.rows.length }));
        expect((await store.read(key)).rows).toEqual(shard.rows);
      }
    }
    expect(said).toEqual([1, 2].map(() => expect.stringMatching(/^the cache of finished steps is left out: /)));
  });

  it('with several damaged files warns once', async () => {
    const said: string[] = [];
    const place = join(folder, 'damaged');
    const store = folderStore(place, { warn: (line) => said.push(line) });
    for (const key of ['a-1', 'b-1']) {
      await store.write(key, shard);
      truncateSync(join(place, `${key}.shard`), 100);
      expect(await store.has(key)).toBeNull();
    }
    expect(said).toHaveLength(1);
  });
});
