import type { Tools } from '@sensebench/metrics/internal/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadStatementTools } from '../../../../../test/statement-tools.ts';
import { convertRows } from './convert.ts';

let tools: Tools;
beforeAll(async () => {
  tools = await loadStatementTools();
});

async function convert(question: string, answer: string, choices?: string[]) {
  const row = { id: 'q', source: 's', split: 'x', kind: 'choice' as const, question, answer, ...(choices ? { choices } : {}) };
  const { rows, dropped } = await convertRows([row], { minConfidence: 0 }, tools);
  return rows[0]?.text ?? dropped[0]?.rule;
}

describe('kinds of conversion that were broken', () => {
  it.each([
    ['Which invention let people in the 15th century print many books?', 'the printing press', /^The printing press let people/],
    ['Which animal pulled most plows in Europe in the Middle Ages?', 'the ox', /pulled most plows/],
    ['When does snow in the mountains of Switzerland melt fastest?', 'spring', /melts fastest in spring\.$/],
    ['What gives people in Iceland hot water for their homes?', 'heat from the ground', /^Heat from the ground gives/],
    ['Which cells help to destroy germs in the body?', 'white blood cells', /^White blood cells help to destroy/],
    ['Which type of galaxy is the Milky Way?', 'spiral', /^The Milky Way is a spiral galaxy\.$/],
    ['Which of these conditions most likely results from infection?', 'a fever', /^A fever most likely results from infection\.$/],
    ['What percentage of the seeds will sprout?', '25%', /^25% of the seeds will sprout\.$/],
    [
      'Which is a chemical change?',
      'Copper turns a greenish color in air.',
      /^Copper turning a greenish color in air is a chemical change\.$/,
    ],
    ['Which organ system moves the bones?', 'muscular', /^The muscular system moves the bones\.$/],
    ['The following are birds of Europe except', 'the kiwi', /^The kiwi is not a bird of Europe\.$/],
    ['A tree frog with which trait is more likely to survive?', 'green skin', /^A tree frog with green skin is more likely to survive\.$/],
  ])('%s %s', async (question, answer, expected) => {
    expect(await convert(question, answer)).toMatch(expected);
  });

  it('names the choices of a superlative that is true among them only', async () => {
    const question = 'Which of these metals is the softest?';
    expect(await convert(question, 'gold')).toBe('refused: a superlative among choices that are not given');
    expect(await convert(question, 'gold', ['iron', 'gold', 'steel'])).toMatch(/^Of iron, gold and steel, gold is the softest/);
  });

  it('refuses two questions in one', async () => {
    const question = 'Which gas is breathed in and which gas is breathed out?';
    expect(await convert(question, 'oxygen and carbon dioxide')).toBe('refused: two questions');
  });
});
