/** The pages that tests of the documentation read, as paths in the repository. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Its commands are run from the packed package, in a project of their own. */
const RUN_ELSEWHERE = 'docs/own-benchmark.md';

export const PAGES_WITH_COMMANDS = [
  'README.md',
  ...markdownOf('docs').filter((page) => !page.startsWith('docs/decisions/')),
  ...readdirSync(join(root, 'packages/sensebench/src/benchmarks')).map((name) => `packages/sensebench/src/benchmarks/${name}/README.md`),
  'recipes/README.md',
].filter((page) => existsSync(join(root, page)) && page !== RUN_ELSEWHERE);
export const DESCRIBED_PAGES = [
  ...PAGES_WITH_COMMANDS,
  RUN_ELSEWHERE,
  ...markdownOf('docs/decisions'),
  'CONTRIBUTING.md',
  'corpus/README.md',
  'oracles/README.md',
];

function markdownOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
    .sort();
}
