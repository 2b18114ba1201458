import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillEveryTable, testDatabase } from '../../../../../test/store.ts';
import { addAnnotator } from '../people/annotators.ts';
import { allAnswers } from '../results/decisions.ts';
import { listStudies } from '../studies/study-queries.ts';
import { saveAnswer } from '../work/save-answer.ts';
import { takeItems } from '../work/take-items.ts';
import { backup, restore } from './backup.ts';
import { MIGRATIONS } from './migrations.ts';

const TABLES = MIGRATIONS.flatMap(({ tables }) => tables);
const folder = mkdtempSync(join(tmpdir(), 'sensebench-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const from = testDatabase();
const to = testDatabase({ migrated: false });
const old = testDatabase({ migrated: false });
const spare = testDatabase();
const file = join(folder, 'store.jsonl.gz');

async function everything(db: typeof from): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of TABLES)
    rows[table] = (await db.sql`select to_jsonb(t)::text as row from ${db.sql(table)} t`).map(({ row }) => String(row)).sort();
  return rows;
}

beforeAll(async () => {
  await fillEveryTable(from.sql);
});

describe('a backup', () => {
  it('restored into an empty store gives every row of every table again', async () => {
    const made = await backup(from.sql, { path: file, version: '0.1.0' });
    expect(Object.keys(made.rows).sort()).toEqual(TABLES.toSorted());
    expect(await restore(to.sql, { path: file })).toEqual(made);
    expect(await everything(to)).toEqual(await everything(from));
  });

  it('can be worked on: numbers go on, leases and links are still good', async () => {
    const [study] = await listStudies(to.sql);
    const { person } = await addAnnotator(to.sql, { study: study.id });
    const { items } = await takeItems(to.sql, { person, want: 1 });
    await saveAnswer(to.sql, { id: randomUUID(), person, item: items[0].item, lease: items[0].lease, given: 'last', value: 'last', ms: 1 });
    const values = [];
    for await (const row of allAnswers(to.sql, { study: study.id })) values.push(row.value);
    expect(values.at(-1)).toBe('last');
  });

  it('is refused by a store that is not empty, which stays as it was', async () => {
    const before = await everything(from);
    await expect(restore(from.sql, { path: file })).rejects.toThrow(/^the store is not empty \(studies has rows\)/);
    expect(await everything(from)).toEqual(before);
  });

  it('that is cut, changed, or something else is refused, and nothing is restored', async () => {
    const text = gunzipSync(readFileSync(file)).toString();
    const lines = text.trimEnd().split('\n');
    const wrong = {
      'modified or damaged': text.replace('text 0', 'text 9'),
      'its last line is missing': `${lines.slice(0, -1).join('\n')}\n`,
      'has data after its last line': `${text}{}\n`,
      'is not a store backup': lines.slice(1).join('\n'),
      'unknown table': text.replace('\n"items"\t', '\n"pg_class"\t'),
      'newer version': text.replace(/("migrations":\[.*?)\]/, `$1,${JSON.stringify({ name: '9999-later', sha256: 'a' })}]`),
    };
    for (const [reason, bad] of Object.entries(wrong)) {
      expect(bad, reason).not.toBe(text);
      const path = join(folder, 'bad.jsonl.gz');
      writeFileSync(path, gzipSync(bad));
      await expect(restore(spare.sql, { path }), reason).rejects.toThrow(reason);
      expect(await listStudies(spare.sql)).toEqual([]);
    }
    writeFileSync(join(folder, 'torn.gz'), readFileSync(file).subarray(0, -50));
    await expect(restore(spare.sql, { path: join(folder, 'torn.gz') })).rejects.toMatchObject({ name: 'InputError' });
    expect(await listStudies(spare.sql)).toEqual([]);
  });

  it('is not written where it cannot be whole', async () => {
    const path = join(folder, 'none.gz');
    await from.sql`alter table notes rename to notes_away`;
    await expect(backup(from.sql, { path, version: '0.1.0' })).rejects.toThrow('notes');
    await from.sql`alter table notes_away rename to notes`;
    expect(existsSync(path)).toBe(false);
  });
});

describe('the backup of each release', () => {
  it('is restored and migrated to this version', async () => {
    const path = join(import.meta.dirname, '../../../../../test/fixtures/store-0.1.0.jsonl.gz');
    const { rows } = await restore(old.sql, { path });
    expect(Object.values(rows).reduce((sum, n) => sum + n, 0)).toBe(28);
    const [study] = await listStudies(old.sql);
    expect(study).toMatchObject({ task: 'house/filter', items: 6 });
    const values = [];
    for await (const row of allAnswers(old.sql, { study: study.id })) values.push(row.value);
    expect(values).toEqual([null, null, 'first', 'second', 'second, changed']);
    expect((await old.sql`select name from migrations order by number`).map(({ name }) => name)).toEqual(
      MIGRATIONS.map(({ name }) => name),
    );
  });
});
