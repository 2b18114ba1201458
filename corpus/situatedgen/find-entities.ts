/** Writes corpus/entities.json: what the deep model finds in the starter corpus. `npx tsx corpus/situatedgen/find-entities.ts` */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis, App } from '../../packages/metrics/src/core/index.ts';
import { weightsId } from '../../packages/metrics/src/nlp/weights/index.ts';
import { createToolbox } from '../../packages/sensebench/src/app/tools.ts';
import { build } from '../../packages/sensebench/src/benchmarks/situatedgen/commands/build.ts';
import { writeKnownEntities } from '../../packages/sensebench/src/nlp/entities/known-entities.ts';
import { quietContext } from '../../test/quiet-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-entities-'));
const analyses = new Map<string, Analysis>();
const toolbox = createToolbox({ environment: { SENSEBENCH_HOME: folder }, say: () => undefined, knownEntities: false });
/** Keeps every analysis with entities. */
const tools: App['tools'] = async (needs) => {
  const found = await toolbox(needs);
  return Object.defineProperty(Object.create(found), 'analyse', {
    value: async (...[texts, options]: Parameters<typeof found.analyse>) => {
      const read = await found.analyse(texts, options);
      if (options?.entities !== false) for (const analysis of read) analyses.set(analysis.text, analysis);
      return read;
    },
  });
};

async function main(): Promise<void> {
  await build.run(
    build.options.parse({ out: join(folder, 'dataset'), cache: join(folder, 'steps'), entities: 'deep' }),
    quietContext({ tools }),
  );
  writeFileSync(join(import.meta.dirname, '..', 'entities.json'), writeKnownEntities(weightsId('deepAnalyser'), [...analyses.values()]));
  rmSync(folder, { recursive: true });
}

void main();
