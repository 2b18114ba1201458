import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { weightsId } from '../packages/metrics/src/nlp/weights/index.ts';
import { createToolbox } from '../packages/sensebench/src/app/tools.ts';
import { findOnnxRuntime } from '../packages/sensebench/src/nlp/embeddings/onnx-runtime.ts';
import { readKnownEntities, writeKnownEntities } from '../packages/sensebench/src/nlp/entities/known-entities.ts';

const path = new URL('./entities.json', import.meta.url).pathname;
const runtime = await findOnnxRuntime();

describe("the starter corpus's entities (npx tsx corpus/situatedgen/find-entities.ts writes them again)", () => {
  it('are of the models that ship', () => {
    expect(readKnownEntities(path, weightsId('deepAnalyser')).size).toBeGreaterThan(2000);
  });

  it.skipIf(runtime === null)('are what the deep model finds', async () => {
    const facts = readFileSync(new URL('./qa/facts.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const texts = facts.slice(0, 60).map((line) => (JSON.parse(line) as { text: string }).text);
    const tools = createToolbox({ environment: {}, say: () => undefined, knownEntities: false });
    const { analyse } = await tools({ analyse: { deep: false, entities: 'deep' } });
    const models = weightsId('deepAnalyser');
    const lines = writeKnownEntities(models, await analyse(texts))
      .split('\n')
      .slice(1, -2);
    const stored = new Set(
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => line.replace(/,$/, '')),
    );
    const shared = lines.map((line) => line.replace(/,$/, '')).filter((line) => stored.has(line));
    // A few facts are changed or dropped before entities are looked for.
    expect(shared.length).toBeGreaterThan(50);
  });
});
