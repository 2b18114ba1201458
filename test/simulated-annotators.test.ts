import { beforeAll, describe, expect, it } from 'vitest';
import type { Benchmark, Decision, Item, Task, TaskItem, Tools } from '../packages/metrics/src/core/index.ts';
import { agreementOf, checkAnswer, formOf, present, simulate, simulatedName, tasksOf } from '../packages/sensebench/src/annotate/index.ts';
import { answerTask } from '../packages/sensebench/src/annotate/tasks-of.ts';
import { createToolbox } from '../packages/sensebench/src/app/tools.ts';
import { commonGen } from '../packages/sensebench/src/benchmarks/commongen/benchmark.ts';
import { situatedGen } from '../packages/sensebench/src/benchmarks/situatedgen/benchmark.ts';
import { tgcsr } from '../packages/sensebench/src/benchmarks/tgcsr/benchmark.ts';
import { acceptTask } from '../packages/sensebench/src/benchmarks/tgcsr/tasks/accept.ts';

const tools = createToolbox({ environment: {}, say: () => undefined });
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

const ITEMS: Record<string, Item[]> = {
  situatedgen: range(12).map((i) => ({
    id: `a${i}|b${i}`,
    input: { keywords: ['Spain', 'summer', `dog`, 'Norway', 'snow'] },
    references: [],
    meta: { statements: [`Summer is hot in Spain ${i}.`, 'Snow is common in Norway.'], ids: [`a${i}`, `b${i}`] },
  })),
  commongen: range(12).map((i) => ({
    id: String(i),
    input: { concepts: ['dog', 'run', ['field', 'park', 'beach', 'river'][i % 4], ['throw', 'catch', 'eat'][i % 3]] },
    references: ['A dog runs.', 'Dogs run in a field.'],
    meta: {},
  })),
  tgcsr: range(12).map((i) => ({
    id: `moving/${i % 3}/${i}`,
    input: { theme: 'Moving house.', question: 'What do you need?', answer: `thing ${i}` },
    references: ['yes'],
    meta: { context: 'moving', category: 'Time', questionID: String(i % 3), answerID: String(i) },
  })),
};
const runs = ['bart', 't5', 'gpt'].map((name, n) => ({
  name,
  outputs: new Map(
    Object.values(ITEMS)
      .flat()
      .map(({ id }, i) => [id, i % 5 === 0 && n < 2 ? 'The same.' : `The ${'very '.repeat(n)}long output ${i}.`]),
  ),
}));

async function cases(benchmark: Benchmark): Promise<{ name: string; task: Task; listed: readonly TaskItem[] }[]> {
  const items = ITEMS[benchmark.name];
  const found = tasksOf(benchmark).filter(({ name }) => !/accept$/.test(name));
  return Promise.all(
    found.map(async (task) => {
      const completed = task.complete ? await task.complete(items, tools) : items;
      return { name: task.name, task, listed: task.list({ items: completed, runs, seed: 3 }) };
    }),
  );
}

/** Tasks whose items are of another kind, and the task of a benchmark that has none. */
const others: Awaited<ReturnType<typeof cases>> = [
  { task: answerTask({ name: 'house' }), shown: { given: 'dog, run' } },
  { task: acceptTask, shown: { theme: 'Moving house.', question: 'What do you need?', answer: 'boxes' } },
].map(({ task, shown }) => ({ name: task.name, task: task as Task, listed: [{ id: '0', shown }] }));

/** Texts that may be left empty, as the others are not. A sentence may have no rationale, but one must have. */
const OPTIONAL = ['commongen/references rationale', 'tgcsr/rate comment', 'commongen/rationales rationales'];

function partAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null ? partAt(new Map(Object.entries(value)).get(name), rest) : undefined;
}

/** undefined: without the part. */
function withPart(value: unknown, [name, ...rest]: readonly string[], part: unknown): unknown {
  if (name === undefined) return part;
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const changed = fields.map(([key, own]) => [key, key === name ? withPart(own, rest, part) : own]);
  return Object.fromEntries(changed.filter(([, own]) => own !== undefined));
}

let all: Awaited<ReturnType<typeof cases>>;
let loaded: Tools;
beforeAll(async () => {
  all = (await Promise.all([situatedGen, commonGen, tgcsr].map((benchmark) => cases(benchmark as Benchmark)))).flat();
  loaded = await tools({ analyse: true, wordnet: true });
});

describe('every built-in task', () => {
  it('has a plain form for its value', () => {
    expect(all.length).toBeGreaterThan(11);
    for (const { name, task, listed } of all) {
      const { shown } = present(task, listed[0], { annotator: 0, item: 0, seed: 1 });
      const form = formOf(task, shown);
      expect({ name, lacking: form.lacking }).toEqual({ name, lacking: [] });
      expect(form.fields.length).toBeGreaterThan(0);
    }
  });

  it('sends nothing that tells systems, categories or gold values', () => {
    for (const { task, listed } of all) {
      for (const [place, item] of listed.entries()) {
        const sent = JSON.stringify(present(task, item, { annotator: 1, item: place, seed: 1 }).shown);
        expect(sent).not.toMatch(/bart|gpt|"t5"|Time/);
      }
    }
  });

  it('is answered by simulated annotators with answers that schema and check accept', async () => {
    for (const { name, task, listed } of all) {
      for (const [place, item] of listed.entries()) {
        const where = { annotator: 2, item: place, seed: 1 };
        const { answer, ms } = simulate(task, item, where, { accuracy: 0.8, medianSeconds: 20 });
        expect({ name, ...(await checkAnswer(task, item, where, { answer, tools: loaded })) }).toMatchObject({ name, refused: [] });
        expect(ms).toBeGreaterThan(0);
      }
    }
  });

  it('takes no answer that is empty, and none that is empty in a part that must be there', async () => {
    for (const { name, task, listed } of [...all, ...others]) {
      const [item] = listed;
      const where = { annotator: 0, item: 0, seed: 1 };
      const check = (answer: unknown) => checkAnswer(task, item, where, { answer, tools: loaded });
      const { answer } = simulate(task, item, where, { accuracy: 1, medianSeconds: 20 });
      expect({ name, ...(await check(answer)) }).toMatchObject({ name, refused: [] });
      const { fields } = formOf(task, present(task, item, where).shown);
      const required = fields.filter(({ path }) => partAt(answer, path) !== undefined && !OPTIONAL.includes(`${name} ${path[0]}`));
      const gaps = required.flatMap(({ path }) => [null, '', ' \t\n\u00a0\u3000'].map((gap) => withPart(answer, path, gap)));
      const nothing = fields.reduce((made, { path }) => withPart(made, path, ' '), answer);
      const without = required.map(({ path }) => withPart(answer, path, undefined));
      const empties = [null, undefined, '', ' ', {}, [], nothing, ...gaps, ...without];
      for (const empty of empties) {
        const { value, refused } = await check(empty);
        expect({ name, empty, value, refused: refused.length > 0 }).toEqual({ name, empty, value: undefined, refused: true });
      }
    }
  });

  it('says in words what is empty', async () => {
    const rate = all.find(({ name }) => name === 'tgcsr/rate');
    if (!rate) throw new Error('no task');
    const where = { annotator: 0, item: 0, seed: 1 };
    const refusalOf = async (answer: unknown) => (await checkAnswer(rate.task, rate.listed[0], where, { answer, tools: loaded })).refused;
    expect(await refusalOf({ rating: null })).toEqual(['the answer is empty; skip the item to leave it out']);
    expect(await refusalOf({ rating: null, comment: 'unclear' })).toEqual(['"How well does the answer fit?" is empty']);
  });

  it('finds those who are accurate in agreement, and others not', async () => {
    const choosing = all.filter(({ task, listed }) =>
      formOf(task, present(task, listed[0], { annotator: 0, item: 0, seed: 1 }).shown).fields.some(({ kind }) => kind === 'choice'),
    );
    for (const { task, listed } of choosing) {
      const agreement = async (accuracy: number) => {
        const decisions = await Promise.all(
          range(4).flatMap((annotator) =>
            listed.map(async (item, place): Promise<Decision> => {
              const where = { annotator, item: place, seed: 1 };
              const { answer } = simulate(task, item, where, { accuracy, medianSeconds: 5 });
              const { value } = await checkAnswer(task, item, where, { answer, tools: loaded });
              return { task: task.name, item: item.id, annotator: simulatedName(annotator), value };
            }),
          ),
        );
        const { fields } = await agreementOf(task, decisions);
        const found = Object.values(fields).flatMap(({ raw }) => raw ?? []);
        return found.reduce((sum, value) => sum + value, 0) / found.length;
      };
      expect(await agreement(1)).toBe(1);
      expect(await agreement(0.4)).toBeLessThan(0.8);
    }
  });

  it('can be simulated again with the same answers, and takes the gold value for true', () => {
    const [{ task, listed }] = all;
    const gold = { ...listed[0], gold: { keywords: 'no', context: 'no', commonsense: 'unsure', antithesis: 'no', dependence: 'no' } };
    const where = { annotator: 0, item: 0, seed: 9 };
    const profile = { accuracy: 1, medianSeconds: 10 };
    expect(simulate(task, gold, where, profile)).toEqual(simulate(task, gold, where, profile));
    expect(simulate(task, gold, where, profile).answer).toEqual(gold.gold);
  });
});
