/** The packages of the project: released together under one version, each with its own licences and a README for its own users. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../packages/metrics/src/core/index.ts';
import { METRICS } from '../packages/metrics/src/metrics/index.ts';

const root = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const manifestOf = (...path: string[]) => JSON.parse(read(...path, 'package.json')) as { version: string; license: string };

it('the packages have one version, which signatures name', () => {
  const packages = readdirSync(join(root, 'packages'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  expect(packages.sort()).toEqual(['metrics', 'sensebench', 'studio']);
  expect(packages.map((name) => manifestOf('packages', name).version)).toEqual(packages.map(() => manifestOf().version));
  expect(version).toBe(manifestOf('packages', 'metrics').version);
});

it('the packages ask for each other, and the clone for each package, in the version that is released with them', () => {
  type Manifest = Record<'dependencies' | 'peerDependencies' | 'devDependencies', Record<string, string> | undefined>;
  const { version, devDependencies } = JSON.parse(read('package.json')) as Manifest & { version: string };
  const sensebench = JSON.parse(read('packages/sensebench/package.json')) as Manifest;
  const studio = JSON.parse(read('packages/studio/package.json')) as Manifest;
  expect(sensebench.peerDependencies?.['@sensebench/studio']).toBe(version);
  expect(studio.peerDependencies).toEqual({ sensebench: version });
  // The clone has what the packages have, in one version each.
  const wanted = {
    ...sensebench.dependencies,
    ...studio.dependencies,
    'onnxruntime-node': sensebench.peerDependencies?.['onnxruntime-node'],
  };
  expect(devDependencies).toMatchObject(wanted);
  expect(studio.dependencies?.zod).toBe(sensebench.dependencies?.zod);
});

describe('@sensebench/metrics', () => {
  const notices = read('packages/metrics/THIRD-PARTY-NOTICES.md');
  const all = read('packages/sensebench/THIRD-PARTY-NOTICES.md');
  const rows = [...notices.matchAll(/^\| (weights\/\w+|[\w@/-]+) \| [^|]+ \| [^|]+ \|$/gm)].filter(
    ([, name]) => name !== 'package' && name !== 'folder',
  );

  it('names the licences of its code and weights, and no others', () => {
    const weights = readdirSync(join(root, 'packages/metrics/weights')).map((name) => `weights/${name}`);
    expect(rows.map(([, name]) => name).sort()).toEqual(['pure-rand', ...weights].sort());
    const licences = rows.flatMap(([row, name]) =>
      row.split(' | ')[name.startsWith('weights/') ? 2 : 1].replace(/ \|$/, '').split(' AND '),
    );
    expect(manifestOf('packages', 'metrics').license.split(' AND ').sort()).toEqual([...new Set(['MIT', ...licences])].sort());
  });

  it('says of its weights what the notices of the whole project say', () => {
    for (const [row, name] of rows) if (name.startsWith('weights/')) expect(all).toContain(row);
    expect(all).toContain(/^LicenseRef-CommonGen-captions: [\s\S]*?(?=\n\n)/m.exec(notices)?.[0]);
  });

  it.each(['pure-rand', 'Apache-2.0'])('has the text of %s', (name) => {
    const text = new RegExp(`^### ${name}\\n\\n(\`{4}text[\\s\\S]*?\`{4})$`, 'm').exec(notices)?.[1];
    expect(text?.length).toBeGreaterThan(500);
    expect(all).toContain(text);
  });

  it('lists every metric in its README', () => {
    const names = Object.keys(METRICS).filter((name) => !name.endsWith('Unordered'));
    const table = read('packages/metrics/README.md').split('## Metrics')[1].split('\n## ')[0];
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
