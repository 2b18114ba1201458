import { beforeAll, describe, expect, it } from 'vitest';
import { agreementOf, checkAnswer, formOf, listItems, present, simulate, simulatedName, tasksOf } from '../src/annotate/index.ts';
import { createToolbox } from '../src/app/tools.ts';
import { commonGen } from '../src/benchmarks/commongen/benchmark.ts';
import { situatedGen } from '../src/benchmarks/situatedgen/benchmark.ts';
import { tgcsr } from '../src/benchmarks/tgcsr/benchmark.ts';
import type { Benchmark, Decision, Item, Task, Tools } from '../src/core/index.ts';

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

async function cases(benchmark: Benchmark): Promise<{ name: string; task: Task; listed: Awaited<ReturnType<typeof listItems>> }[]> {
  const items = ITEMS[benchmark.name];
  const found = tasksOf(benchmark).filter(({ name }) => !/accept$/.test(name));
  return Promise.all(
    found.map(async (task) => ({ name: task.name, task, listed: await listItems(task, { items, runs, seed: 3 }, tools) })),
  );
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
        const { fields } = await agreementOf(task, decisions, { resamples: 20 });
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
