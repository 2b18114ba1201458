/** Decisions on comparisons of run folders, as judged outputs: the studio's, or a judge's. */
import { type CompareTask, compareTask, readDecisions } from '../../annotate/index.ts';
import { type Benchmark, InputError, type Item } from '../../core/index.ts';
import type { JudgedOutput } from './judged-output.ts';

export interface JudgedRun {
  name: string;
  outputs: ReadonlyMap<string, string>;
}

export interface RunJudgementsOptions {
  benchmark: Benchmark;
  items: readonly Item[];
  runs: readonly JudgedRun[];
  now: Date;
  warn(line: string): void;
}

export async function judgementsOfRuns(
  paths: readonly string[],
  { benchmark, items, runs, now, warn }: RunJudgementsOptions,
): Promise<{ outputs: JudgedOutput[]; items: Map<string, Item> }> {
  const task: CompareTask = compareTask(benchmark);
  const shared = items.filter(({ id }) => runs.every(({ outputs }) => outputs.has(id)));
  const listed = task.list({ items: shared, runs: [...runs], seed: 0 });
  const itemOf = new Map(listed.map(({ id }, i) => [id, shared[i]]));
  const { current } = await readDecisions(paths, task, { items: listed, now, warn });
  const outputs = new Map<string, JudgedOutput & { said: Map<string, number>; at: Set<number> }>();
  for (const { item, annotator, value } of current) {
    const found = itemOf.get(item);
    if (!found) continue;
    for (const [system, place] of Object.entries(value.places)) {
      const run = runs.find(({ name }) => name === system);
      if (!run)
        throw new InputError(`the decisions compare "${system}", which is not among the runs`, {
          expected: runs.map(({ name }) => name).join(', '),
        });
      const key = JSON.stringify([found.id, system]);
      const own = outputs.get(key) ?? {
        item: found.id,
        system,
        output: run.outputs.get(found.id) ?? '',
        references: found.references,
        said: new Map<string, number>(),
        at: new Set<number>(),
      };
      own.said.set(annotator, -place);
      own.at.add((value.shown?.indexOf(system) ?? -1) + 1);
      outputs.set(key, own);
    }
  }
  return {
    // Shown at different places to different people, an output has no place of its own: their test is that of `sensebench agreement`.
    outputs: [...outputs.values()].map(({ at, ...output }) => ({ ...output, shown: at.size === 1 && !at.has(0) ? [...at][0] : undefined })),
    items: new Map(shared.map((item) => [item.id, item])),
  };
}
