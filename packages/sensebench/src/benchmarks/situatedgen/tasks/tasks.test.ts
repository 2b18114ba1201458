import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toItem } from '../item.ts';
import type { SituatedGenExample } from '../row.ts';
import { auditTask } from './audit.ts';
import { filterTask } from './filter.ts';
import { writeTask } from './write.ts';

const tools = { tokens: () => [], analyse: async () => [] };
const example = (i: number): SituatedGenExample => ({
  keywords: ['a', 'b'],
  statement: `One ${i}. The two ${i}.`,
  ids: [`x::${i}`, `y::${i}`],
  statements: [`One ${i}.`, `The two ${i}.`],
});
const items = [0, 1, 2].map((i) => toItem(example(i)));
const yes = { keywords: 'yes', context: 'yes', commonsense: 'yes', antithesis: 'yes', dependence: 'yes' } as const;

describe('the filter', () => {
  it('reads five fields, the booleans of older files, the words of tables, and accept', () => {
    const read = (value: unknown) => filterTask.value.parse(value);
    expect(read({ ...yes, commonsense: 'unsure' })).toEqual({ ...yes, commonsense: 'unsure' });
    expect(read({ keywords: true, context: false, commonsense: '1', antithesis: 'N', dependence: 'TRUE' })).toEqual({
      keywords: 'yes',
      context: 'no',
      commonsense: 'yes',
      antithesis: 'no',
      dependence: 'yes',
    });
    expect(read('accept')).toEqual(yes);
    expect(read({ accept: 'yes' })).toEqual(yes);
    expect(filterTask.value.safeParse({ ...yes, dependence: 'perhaps' }).success).toBe(false);
    expect(filterTask.value.safeParse({ accept: 'no' }).success).toBe(false);
  });

  it('is explained by the whole of Table 6: goal, five criteria with their notes, the worked example with a line for each', () => {
    const { guideline } = filterTask;
    expect(guideline).toMatch(/^Goal: The objective of our project is to generate high-quality contrastive sentence pairs/);
    expect(guideline.match(/^[1-5]\. /gm)).toHaveLength(5);
    expect(guideline.match(/^- Criterion [1-5]: /gm)).toHaveLength(5);
    expect(guideline).toContain('Keywords: morning, night, sunrise, sunset');
    expect(guideline).toContain('The sky is bright with the sunrise in the late night, while the sky is dark with the sunset');
    expect(guideline).toContain('July is summer in the United States, while July is winter in Australia.');
    const page = readFileSync(new URL('../../../../../../docs/annotation.md', import.meta.url), 'utf8');
    expect(page).toContain(guideline.replaceAll(/^(?=.)/gm, '> ').replaceAll(/^$/gm, '>'));
  });

  it('shows keywords and the pair, and never where it comes from', () => {
    const listed = filterTask.list({ items, seed: 1 });
    expect(listed).toHaveLength(3);
    expect(listed[0].people).toBe(2);
    for (const { shown } of listed) expect(Object.keys(shown)).toEqual(['keywords', 'sentences', 'joined']);
  });

  it('removes what fails a criterion', async () => {
    const decide = (item: string, value: typeof yes | object) => ({
      item,
      annotator: 'A',
      task: filterTask.name,
      value: { ...yes, ...value },
    });
    const listed = filterTask.list({ items, seed: 1 });
    const outcome = await filterTask.aggregate(
      { items: listed, decisions: [decide('x::0|y::0', {}), decide('x::1|y::1', { antithesis: 'no' })] },
      tools,
    );
    expect([...(outcome.rows ?? [])]).toEqual([['x::1|y::1', null]]);
    expect(outcome.dropped).toMatchObject([{ step: 'filter', rule: 'criterion antithesis', ids: ['x::1', 'y::1'] }]);
    expect(outcome.json.filter).toEqual({ judged: 2, undecided: 1, removedShare: 0.5 });
  });
});

describe('the audit', () => {
  it('counts a pair only where the annotator is sure', async () => {
    const decide = (item: string, antithesis: 'yes' | 'unsure') => ({
      item,
      annotator: 'A',
      task: auditTask.name,
      value: { antithesis, dependence: 'yes' as const },
    });
    const { json } = await auditTask.aggregate({ items: [], decisions: [decide('a', 'yes'), decide('b', 'unsure')] }, tools);
    expect(json).toEqual({ examples: 2, antithesis: 0.5, both: 0.5 });
  });
});

describe('written pairs', () => {
  it('are answers of their own, one a person', () => {
    const decide = (annotator: string, item = 'x::0|y::0') => ({
      item,
      annotator,
      task: writeTask.name,
      value: { sentences: `By ${annotator}.` },
    });
    const answers = writeTask.answers?.([decide('A'), decide('B'), decide('A', 'gone|gone')], items) ?? [];
    expect(answers.map(({ item, answer }) => [item.id, item.references[0], answer])).toEqual([
      ['x::0|y::0/A', 'One 0. The two 0.', 'By A.'],
      ['x::0|y::0/B', 'One 0. The two 0.', 'By B.'],
    ]);
  });
});
