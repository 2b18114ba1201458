/** README and docs are true: every source file that they name exists, every link leads somewhere, every export is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DESCRIBED_PAGES } from './docs-pages.ts';

const root = join(import.meta.dirname, '..');

/** Files that docs/extending.md adds in its examples. */
const WOULD_BE_ADDED = [
  'packages/sensebench/src/benchmarks/proverbs/benchmark.ts',
  'packages/sensebench/src/benchmarks/situatedgen/build/drop-questions.ts',
  'packages/sensebench/src/benchmarks/commongen/tasks/fluency.ts',
  'packages/metrics/src/metrics/text/shared-words.ts',
  'packages/sensebench/src/runners/constant.ts',
];

describe('what the docs name', () => {
  it('source files exist', () => {
    const files = ['packages', 'test', 'train', 'corpus', 'bench', 'oracles'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    );
    const missing = DESCRIBED_PAGES.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      const paths = [...text.matchAll(/(?<![\w./-])(?:src|test|train|corpus|weights|bench|oracles|recipes|docs)\/[\w./-]*\.[a-z]+/g)].map(
        ([path]) => path,
      );
      const bare = [...text.matchAll(/`([a-z0-9-]+\.ts)`/g)].map(([, name]) => name);
      return [
        ...paths.filter((path) => !existsSync(join(root, path)) && !WOULD_BE_ADDED.includes(path)),
        ...bare.filter((name) => !files.some((file) => file.endsWith(`/${name}`))),
      ].map((name) => `${page}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('files on the map of the code exist', () => {
    const files = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' }).map((file) => `packages/${file}`);
    const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const named = [...map.matchAll(/`((?:[a-z-]+\/)+[\w.-]*)`/g)].map(([, path]) => path.replace(/\/$/, ''));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(root, path)) && !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  });

  it('links lead somewhere', () => {
    const broken = DESCRIBED_PAGES.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target]) => target)
        .filter((target) => !existsSync(join(root, page, '..', target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('exports of docs/library.md are there, and every entry of package.json is in its table', async () => {
    const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
    const table = [...page.matchAll(/^\| `sensebench\/([\w/]+)` \| ([^|;]*)(?:;[^|]*)?\|$/gm)];
    const { exports } = JSON.parse(readFileSync(join(root, 'packages/sensebench/package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const rooms = Object.keys(exports).filter((name) => name !== './package.json' && !name.startsWith('./internal'));
    expect(table.map(([, room]) => `./${room}`).sort()).toEqual(rooms.sort());
    for (const [, room, names] of table) {
      const module = (await import(/* @vite-ignore */ join(root, 'packages/sensebench/src', room, 'index.ts'))) as Record<string, unknown>;
      const missing = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => !(name in module));
      expect(missing, room).toEqual([]);
    }
  });
});
