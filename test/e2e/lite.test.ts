import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createToolbox } from '../../packages/sensebench/src/app/tools.ts';
import { lite } from '../../packages/sensebench/src/benchmarks/commongen/commands/lite.ts';
import { type FakeOpenAi, startFakeOpenAi } from '../fake-openai-server.ts';
import { quietContext } from '../quiet-context.ts';

let folder: string;
let server: FakeOpenAi;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-lite-'));
  server = await startFakeOpenAi({ say: () => 'tie' });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('asks a judge with a cache only for what was not answered before', async () => {
  const rows = ['dog#run#park', 'cat#sit#chair'].map((concepts) => ({
    concept_set: concepts,
    scene: [`A ${concepts.replaceAll('#', ' ')}.`],
  }));
  await writeFile(join(folder, 'dev.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeFile(join(folder, 'mine.txt'), 'A dog runs in the park.\nA cat sits on a chair.\n');
  const context = quietContext({ tools: createToolbox({ environment: {}, say: () => undefined, warn: () => undefined }) });
  const judge = (limit?: number) =>
    lite.run(
      lite.options.parse({
        dataset: join(folder, 'dev.jsonl'),
        predictions: join(folder, 'mine.txt'),
        judge: `openai:fake@${server.baseURL}(cache=${join(folder, 'cache')})`,
        limit,
      }),
      context,
    );
  await judge(1);
  expect(server.bodies).toHaveLength(2);
  const { json } = await judge();
  expect(server.bodies).toHaveLength(4);
  expect(json).toMatchObject({ items: 2, winTie: 1 });
});
