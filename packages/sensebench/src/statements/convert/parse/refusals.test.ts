import type { Tools } from '@sensebench/metrics/internal/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadStatementTools } from '../../../../../../test/statement-tools.ts';
import { convertRows } from '../convert.ts';

let tools: Tools;
beforeAll(async () => {
  tools = await loadStatementTools();
});

async function convert(question: string, answer: string | boolean, choices?: string[]) {
  const kind = typeof answer === 'boolean' ? ('yes-no' as const) : ('choice' as const);
  const { rows, dropped } = await convertRows(
    [{ id: 'q', source: 's', split: 'x', kind, question, answer, ...(choices ? { choices } : {}) }],
    { minConfidence: 0 },
    tools,
  );
  return { text: rows[0]?.text, dropped: dropped[0] };
}

describe('what is refused', () => {
  it.each([
    ['a wh-question with a boolean', 'Which planet is the largest?', true, 'wh-question with yes or no'],
    ['an answer without a letter or digit', 'What do plants need?', '…', 'answer without letter or digit'],
    ['two blanks', 'Ice is ____ and steam is ____.', 'cold', 'two blanks'],
    ['none of these', 'Which of these is a fish?', 'none of these', 'the answer is none of the choices'],
    ['all of the above without its parts', 'What do plants need?', 'all of the above', 'the answer is all of the choices'],
  ])('%s, with question and answer in the ledger', async (_, question, answer, reason) => {
    const { text, dropped } = await convert(question, answer);
    expect(text).toBeUndefined();
    expect(dropped).toMatchObject({ rule: `refused: ${reason}`, question, answer });
  });

  it('not a yes/no question behind a clause that begins with "when"', async () => {
    expect((await convert('When the shuttle landed, was it winter?', true)).text).toMatch(/winter/);
  });

  it('not the strings yes and no, which are booleans', async () => {
    expect((await convert('Is ice cold?', 'yes')).text).toBe('Ice is cold.');
    expect((await convert('Is fire cold?', 'No')).text).toBe('Fire is not cold.');
  });
});
