import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Task } from '../packages/metrics/src/core/index.ts';
import { agreementOf, formOf, present, simulate } from '../packages/sensebench/src/annotate/index.ts';

const [, source = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(new URL('../docs/own-task.md', import.meta.url), 'utf8')) ?? [];
const task: Task = new Function('z', `${source.replace(/^import .*$/m, '')}\nreturn plausible;`)(z);

it('the task of docs/own-task.md has a form, is simulated, compared and aggregated without a line more', async () => {
  const items = task.list({
    items: Array.from({ length: 5 }, (_, i) => ({
      id: `p${i}`,
      input: { proverb: 'Haste makes waste.' },
      references: ['Slow down.'],
      meta: {},
    })),
    seed: 1,
  });
  expect(formOf(task)).toMatchObject({
    lacking: [],
    fields: [
      { path: ['plausible'], kind: 'choice' },
      { path: ['sure'], kind: 'choice', help: '1 is a guess' },
      { label: 'Why?', kind: 'longtext', required: false },
    ],
  });
  const decisions = [0, 1, 2].flatMap((annotator) =>
    items.map((item, place) => {
      const where = { annotator, item: place, seed: 2 };
      const { answer } = simulate(task, item, where, { accuracy: 0.9, medianSeconds: 8 });
      return {
        task: task.name,
        item: item.id,
        annotator: `simulated-${annotator + 1}`,
        value: task.value.parse(present(task, item, where).toValue(answer)),
      };
    }),
  );
  const { fields } = await agreementOf(task, decisions);
  expect(Object.keys(fields)).toEqual(['plausible', 'sure']);
  expect(fields.sure.level).toBe('ordinal');
  const no = decisions.map((decision) => ({ ...decision, value: { plausible: 'no', sure: 1 } }));
  const { rows } = await task.aggregate({ items, decisions: no }, { tokens: () => [], analyse: async () => [] });
  expect([...(rows ?? [])]).toEqual(items.map(({ id }) => [id, null]));
});
