import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createToolbox } from '../../packages/sensebench/src/app/tools.ts';
import { lite } from '../../packages/sensebench/src/benchmarks/commongen/commands/lite.ts';
import { quietContext } from '../quiet-context.ts';

const folder = await mkdtemp(join(tmpdir(), 'lite-'));
const context = quietContext({ tools: createToolbox({ environment: {}, say: () => undefined, warn: () => undefined }) });
const run = async (options: Record<string, unknown>) =>
  (await lite.run(lite.options.parse(options), context)).json as Record<string, unknown>;

it('scores sets without references where no judge is asked for, and takes the first with --limit', async () => {
  const [dataset, predictions] = [join(folder, 'test.jsonl'), join(folder, 'out.jsonl')];
  await writeFile(dataset, '{"concept_set": "dog_N#run_V"}\n{"concept_set": "cat_N#sleep_V", "scene": []}\n');
  await writeFile(predictions, '{"id": "0", "prediction": "A dog runs."}\n{"id": "1", "prediction": "Nothing happens here."}\n');
  expect(await run({ dataset, predictions })).toMatchObject({ items: 2, cover: 0.5, length: 3, winTie: null });
  expect(await run({ dataset, predictions, limit: 1 })).toMatchObject({ items: 1, cover: 1 });
});

it("reads CommonGen-Eval's JSON, which has its own concept-sets", async () => {
  const predictions = join(folder, 'model.json');
  await writeFile(
    predictions,
    JSON.stringify([{ id: 'x1', concept_set: ['dog_N', 'run_V'], output: [' The dog runs home. '], generator: 'm' }]),
  );
  expect(await run({ predictions })).toMatchObject({ items: 1, cover: 1, pos: 1, length: 4 });
  const lines = join(folder, 'out.txt');
  await writeFile(lines, 'A dog runs.\n');
  await expect(run({ predictions: lines })).rejects.toThrow(/give them with --dataset/);
});
