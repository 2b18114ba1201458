/** The starter dataset built with ONNX Runtime and with WebAssembly: the same bytes, but for the engine's name. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createToolbox } from '../packages/sensebench/src/app/tools.ts';
import { build } from '../packages/sensebench/src/benchmarks/situatedgen/commands/build.ts';
import { listFiles } from '../packages/sensebench/src/files/index.ts';
import { loadMiniLm } from '../packages/sensebench/src/nlp/embeddings/embed-minilm.ts';
import { quietContext } from './quiet-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-engines-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Files of the dataset; those that name the engine say so in the same words, and hashes of these are left out. */
async function built(engine: 'onnx' | 'wasm'): Promise<Record<string, string>> {
  const out = join(folder, engine, 'dataset');
  const embedder = await loadMiniLm({ engine });
  const toolbox = createToolbox({ environment: { SENSEBENCH_HOME: join(folder, 'home') }, say: () => undefined });
  const context = quietContext({
    tools: async (needs) => {
      const tools = await toolbox({ ...needs, embedder: false });
      return { ...tools, embedder, ids: { ...tools.ids, embedder: `MiniLM ${engine}` } };
    },
  });
  // The default finds entities with the deep model where ONNX Runtime is there: that is another model, not another engine.
  await build.run(build.options.parse({ out, cache: join(folder, `${engine}-steps`), entities: 'model' }), context);
  const files = await listFiles(out);
  return Object.fromEntries(
    files.map((name) => [
      name,
      readFileSync(join(out, name), 'utf8')
        .replaceAll(`MiniLM ${engine}`, 'MiniLM')
        .replace(name === 'dataset.json' ? /("(?:README\.md|report\.html)": \{\s*"sha256": )"[0-9a-f]+"(,\s*"bytes": )\d+/g : /$^/, '$1$2'),
    ]),
  );
}

it('is the same with both engines', async () => {
  const onnx = await built('onnx');
  expect(Object.keys(onnx).length).toBeGreaterThan(8);
  expect(await built('wasm')).toEqual(onnx);
});
