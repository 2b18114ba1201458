import type { Embedder, Tools } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import type { QuestionItem } from '../question-item.ts';
import { createAnswerMatch } from './answer-match.ts';
import { generativeReport, generativeTable } from './generative-report.ts';
import { type AnswerOption, matchByText } from './match-answer.ts';

const FEELINGS: AnswerOption[] = [
  { id: '1', text: 'Sad', label: 'yes' },
  { id: '2', text: 'A little sad', label: 'no' },
  { id: '3', text: 'Angry', label: 'yes' },
  { id: '4', text: 'Delighted', label: 'no' },
  { id: '5', text: 'Pack the suitcases', label: null },
];

describe('a generated answer', () => {
  it.each([
    ['sad', 'exact', '1'],
    ['Angry.', 'exact', '3'],
    ['a little sad', 'exact', '2'],
    ['She was angry', 'almost', '3'],
    ['little sad', 'almost', '2'],
    ['She felt a little sad', 'almost', '2'],
    ['pack the suitcase', 'almost', '5'],
  ])('"%s" is %s answer %s', (generated, kind, id) => {
    expect(matchByText(generated, FEELINGS)).toMatchObject({ kind, answer: { id } });
  });

  it.each([
    ['upset'],
    ['She was not angry'],
    ["She wasn't angry"],
    ['angry and delighted at once'],
    ['saddle'],
    ['angry, but only for the first few moments of that long and very rainy afternoon'],
    [''],
  ])('"%s" is none of them', (generated) => {
    expect(matchByText(generated, FEELINGS)).toBeNull();
  });
});

/** "upset" lies near "Angry", "no idea" near nothing. */
const VECTORS: Record<string, number[]> = { upset: [0.9, Math.sqrt(1 - 0.81), 0], Angry: [1, 0, 0], 'no idea': [0, 1, 0] };
const embedder: Embedder = {
  id: 'toy',
  dimensions: 3,
  embed: async (texts) => Float32Array.from(texts.flatMap((text) => VECTORS[text] ?? [0, 0, 1])),
};

function question(id: string, category: string): QuestionItem {
  return { id, input: { theme: 'theme', question: `question ${id}` }, references: [], meta: { context: 'x', category, answers: FEELINGS } };
}

async function measure(generated: Record<string, string>, withEmbedder: boolean) {
  const metric = createAnswerMatch();
  const items = Object.keys(generated).map((id, i) => question(id, i < 2 ? 'Emotions' : 'Goals'));
  const inputs = items.map((item) => ({ item, candidate: generated[item.id], tokens: { candidate: [], references: [] } }));
  const tools = (withEmbedder ? { embedder } : {}) as unknown as Tools;
  const context = await metric.prepare?.(inputs, tools);
  if (!context) throw new Error('the metric prepares');
  const stats = await Promise.all(inputs.map((input) => metric.segment(input, context)));
  return { metric, items, stats, context };
}

describe('the generative evaluation', () => {
  const generated = { 'x/1': 'sad', 'x/2': 'upset', 'x/3': 'delighted', 'x/4': 'no idea' };

  it('matches by meaning what letters do not match, and says with what', async () => {
    const { metric, stats, context } = await measure(generated, true);
    expect(stats.map(({ match }) => match?.kind ?? null)).toEqual(['exact', 'embedding', 'exact', null]);
    expect(stats[1].match).toMatchObject({ answer: { text: 'Angry' }, similarity: 0.9 });
    expect(metric.score(stats, context)).toEqual({ matchedYes: 0.5, matchedNo: 0.25, unmatched: 0.25 });
    expect(metric.signature(context)).toBe('answerMatch|abstract:no|embedder:toy|cosine:0.8');
  });

  it('works without an embedder, and is null over nothing', async () => {
    const { metric, stats, context } = await measure(generated, false);
    expect(metric.score(stats, context)).toEqual({ matchedYes: 0.25, matchedNo: 0.25, unmatched: 0.5 });
    expect(metric.signature(context)).toBe('answerMatch|abstract:no|embedder:none');
    expect(metric.score([], context)).toEqual({ matchedYes: null, matchedNo: null, unmatched: null });
  });

  it('counts per category and sends the rest to people, until they have decided', async () => {
    const { items, stats } = await measure(generated, true);
    const report = generativeReport(items, stats);
    expect(report.perCategory.Emotions).toMatchObject({
      questions: 2,
      matchedYes: 2,
      matchedNo: 0,
      unmatched: 0,
      by: { exact: 1, almost: 0, embedding: 1 },
    });
    expect(report.perCategory.Goals).toMatchObject({ matchedYes: 0, matchedNo: 1, unmatched: 1 });
    expect(report.review).toEqual([{ item: 'x/4', category: 'Goals', theme: 'theme', question: 'question x/4', generated: 'no idea' }]);
    const decide = (annotator: string, value: 'yes' | 'no') => ({ item: 'x/4', annotator, task: 'tgcsr/review', value });
    const after = generativeReport(items, stats, { decisions: [decide('A', 'yes'), decide('B', 'yes'), decide('C', 'no')] });
    expect(after.review).toEqual([]);
    expect(after.overall).toMatchObject({ unmatched: 1, reviewedYes: 1, reviewedNo: 0 });
    expect(generativeTable(after).rows.at(-1)).toMatchObject({ category: 'all', questions: 4, reviewedYes: 1 });
  });

  it('counts a match with an answer whose label is withheld as unmatched', async () => {
    const { metric, stats, context } = await measure({ 'x/1': 'Pack the suitcases' }, false);
    expect(metric.score(stats, context).unmatched).toBe(1);
  });
});
