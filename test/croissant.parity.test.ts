/** croissant.json of the three starter datasets against mlcroissant: valid, and every row is loaded with the values that we wrote. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolbox } from '../packages/sensebench/src/app/tools.ts';
import { loadBenchmark } from '../packages/sensebench/src/benchmarks/index.ts';
import { quietContext } from './quiet-context.ts';
import { oraclePython } from './shared.ts';

interface Checked {
  errors: string[];
  warnings: string[];
  records: Record<string, { count: number; first: Record<string, unknown> }>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const house = join(root, 'corpus/tgcsr/moving-house');
const OPTIONS: Readonly<Record<string, object>> = {
  situatedgen: { also: ['seq2seq', 'boolqa', 'parquet'] },
  commongen: { published: '2026-01-31', url: 'https://example.org/mine' },
  tgcsr: { author: house, ratings: [join(house, 'ratings.csv')], phase: 4 },
};
const NAMES = Object.keys(OPTIONS);
/** Only where somebody gave them. */
const NOT_GIVEN = /"https:\/\/schema\.org\/(creator|datePublished|license|url)" is recommended, but does not exist/;

/** pandas reads decimal numbers with a parser of its own, which misses the last bit of some. */
function nearly(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(15)) : value;
}

const python = oraclePython();

describe.skipIf(!python)('croissant.json, read by mlcroissant', () => {
  let folder: string;
  let checked: Record<string, Checked>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sensebench-croissant-'));
    const context = quietContext({ tools: createToolbox({ environment: process.env, say: () => undefined }) });
    for (const name of NAMES) {
      const build = (await loadBenchmark(name)).actions?.build;
      await build?.run(build.options.parse({ ...OPTIONS[name], out: join(folder, name) }), context);
    }
    const printed = execFileSync(python ?? '', [join(root, 'oracles/croissant.py'), ...NAMES.map((name) => join(folder, name))], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    checked = JSON.parse(printed, nearly);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(NAMES)('of %s is valid, but for what nobody gave', (name) => {
    const { errors, warnings } = checked[join(folder, name)];
    expect(errors).toEqual([]);
    expect(warnings.filter((warning) => !NOT_GIVEN.test(warning))).toEqual([]);
  });

  it.each(NAMES)('of %s gives the rows of every split that has some', (name) => {
    const { records } = checked[join(folder, name)];
    const splits = ['train', 'dev', 'test'].flatMap((split) => {
      const rows = readFileSync(join(folder, name, `${split}.jsonl`), 'utf8')
        .split('\n')
        .filter(Boolean);
      return rows.length > 0 ? [[split, { count: rows.length, first: JSON.parse(rows[0], nearly) }] as const] : [];
    });
    expect(splits.length).toBeGreaterThan(0);
    expect(Object.keys(records).sort()).toEqual(splits.map(([split]) => split).sort());
    for (const [split, { count, first }] of splits) {
      expect(records[split].count, split).toBe(count);
      expect(records[split].first, split).toMatchObject(first);
    }
  });
});
