/** `npm run sbom`: a CycloneDX bill of materials of what users install and of the packages whose code is inside dist. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../packages/sensebench/src/files/index.ts';

const OUT = 'sbom.cdx.json';

const componentSchema = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
const bomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});
type Bom = z.infer<typeof bomSchema>;

const lockSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) });
const names = z.record(z.string(), z.string()).default({});
const manifestSchema = z.looseObject({ dependencies: names, peerDependencies: names });

/** `root` has package-lock.json and packages/. Nothing is fetched, and the same lock file and npm give the same bytes. */
export function billOfMaterials(root: string): Bom {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
  const output = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { serialNumber: _serial, ...bom } = bomSchema.parse(JSON.parse(output));
  const { timestamp: _time, ...metadata } = bom.metadata;
  const shipped = readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const { dependencies, peerDependencies } = manifestSchema.parse(JSON.parse(read(`packages/${name}/package.json`)));
      const inside = namesInside(read(`packages/${name}/THIRD-PARTY-NOTICES.md`));
      return [...inside, ...Object.keys(dependencies), ...Object.keys(peerDependencies)];
    })
    // Our own packages are what the bill is of.
    .filter((own) => own !== 'sensebench' && !own.startsWith('@sensebench/'))
    .flatMap((own) => {
      const entry = packages[`node_modules/${own}`];
      return entry ? [refOf(`node_modules/${own}`, entry.version)] : [];
    });
  const refs = withDependencies(shipped, bom);
  return {
    ...bom,
    // npm names the root after its folder.
    metadata: { ...metadata, component: { ...metadata.component, name: 'sensebench' } },
    components: bom.components.filter((own) => refs.has(own['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref) || ref === metadata.component['bom-ref'])
      .map((own) => ({ ...own, dependsOn: own.dependsOn.filter((ref) => refs.has(ref)) })),
  };
}

/** `node_modules/a/node_modules/@b/c` is the package @b/c. */
function refOf(place: string, version = ''): string {
  return `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
}

/** The notices have a row for each package whose code is in dist. */
function namesInside(notices: string): string[] {
  return Array.from(notices.matchAll(/^\| ([@\w./-]+) \| [\w.-]+ \| dist\//gm), ([, own]) => own);
}

function withDependencies(roots: readonly string[], { dependencies }: Pick<Bom, 'dependencies'>): Set<string> {
  const next = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const found = new Set(roots);
  for (const ref of found) for (const own of next.get(ref) ?? []) found.add(own);
  return found;
}

if (process.argv[1] === import.meta.filename) {
  const bom = billOfMaterials(join(import.meta.dirname, '..'));
  await writeFileAtomic(OUT, `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${OUT}: ${bom.components.length} packages, CycloneDX ${bom.specVersion}\n`);
}
