/** A template of phases.yaml: the benchmark's own metrics and breakdowns, and one phase of 30 days on its test split. */

import { randomInt } from 'node:crypto';
import { pageTask } from '../tasks/task.ts';
import { collectDatasets } from './create-board.ts';
import { readGold } from './gold.ts';
import type { Boards } from './open-board.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export async function boardTemplate(
  boards: Pick<Boards, 'catalog' | 'app'>,
  { datasets }: { datasets: readonly string[] },
): Promise<string> {
  const { benchmark, collected } = await collectDatasets(boards, datasets);
  const { splits } = await readGold(collected.files, benchmark);
  const split = Object.hasOwn(splits, 'test') ? 'test' : Object.keys(splits)[0];
  const items = splits[split] ?? [];
  const groups = Object.entries(benchmark.breakdowns).filter(([, group]) => {
    const number = new Set(items.map(group).filter((value) => value !== null)).size;
    return number > 1 && number <= 12;
  });
  const [first] = benchmark.metrics;
  const [item] = items;
  const measured =
    item && (await boards.app.scorer([first]).measure({ items: [item], predictions: [item.references[0] ?? ''], benchmark }));
  const outputs = Object.keys(measured?.scores.corpus ?? {});
  const rank =
    benchmark.published.flatMap(({ scores }) => Object.keys(scores)).find((name) => outputs.includes(name)) ?? outputs[0] ?? first;
  const start = Math.floor(boards.app.now().getTime() / 1000) * 1000;
  const at = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
  return `title: ${benchmark.title}
about: What the task is, and who can take part.

metrics: [${first}]
rank: ${rank}
breakdowns: [${groups.map(([name]) => name).join(', ')}]
quota: { day: 5, total: 40 }
public: { share: 0.5, seed: ${randomInt(1_000_000_000)} } # keep the seed secret
anonymous: false
ladder: 0.05 # the smallest improvement that is shown while a phase runs

phases:
  - name: main
    start: ${at(start)}
    end: ${at(start + 30 * DAY_MS)} # submissions must arrive before this time
    split: ${split}
    shown:
${
  Object.hasOwn(splits, 'train') && split !== 'train' ? '      - { split: train, answers: all }\n' : ''
}      - { split: ${split}, answers: none }
`;
}

export const boardTemplateTask = pageTask('template', boardTemplate);
