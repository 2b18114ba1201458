import type { Analysis, MetricInput, Tools } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { conceptCoverage } from './concept-coverage.ts';

const LEMMAS: Record<string, string> = { scissors: 'scissors', dishes: 'dish', stood: 'stand', looking: 'look', fields: 'field' };
const TAGS: Record<string, string> = { stood: 'VBD', looking: 'VBG', scissors: 'NNS', dishes: 'NNS' };

function analyseByHand(text: string): Analysis {
  const tokens = [...text.matchAll(/[\p{L}]+/gu)].map((found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
    tag: TAGS[found[0].toLowerCase()] ?? 'NN',
    lemma: LEMMAS[found[0].toLowerCase()] ?? found[0].toLowerCase(),
  }));
  return { text, tokens, entities: [] };
}

const tools: Tools = { tokens: (_, text) => text.split(' '), analyse: async (texts) => texts.map(analyseByHand) };

async function scoresOf(pairs: [string[], string][]) {
  const inputs = pairs.map(
    ([concepts, candidate]): MetricInput => ({
      item: { id: '1', input: { concepts }, references: [], meta: {} },
      candidate,
      tokens: { candidate: [], references: [] },
    }),
  );
  const context = await conceptCoverage.prepare!(inputs, tools);
  return conceptCoverage.score(await Promise.all(inputs.map((input) => conceptCoverage.segment(input, context))), context);
}

describe("CommonGen's coverage", () => {
  it('is the share of distinct concepts among the lemmas', async () => {
    // 2 of 3, and of the repeated concept one of one.
    const scores = await scoresOf([
      [['field', 'look', 'run'], 'They stood in fields looking.'],
      [['snow', 'snow'], 'Snow fell.'],
    ]);
    expect(scores.coverageCommonGen).toBeCloseTo((2 / 3 + 1) / 2, 12);
    expect(scores.coverageCommonGenEval).toBe(1 / 2);
  });

  it('knows no phrases', async () => {
    expect((await scoresOf([[['New York'], 'New York']])).coverageCommonGen).toBe(0);
  });

  it('asks for the part of speech where the concepts name it', async () => {
    const scores = await scoresOf([
      [['field_N', 'stand_V'], 'He stood on fields.'],
      [['field_V'], 'Fields.'],
    ]);
    expect(scores).toMatchObject({ coverageCommonGenEval: 1, coverageCommonGenEvalPos: 1 / 2 });
    expect((await scoresOf([[['field'], 'Fields.']])).coverageCommonGenEvalPos).toBeNull();
  });

  it('takes a plural for itself and for its singular, whichever of them is the lemma', async () => {
    for (const concept of ['scissor', 'scissors', 'dish', 'dishes', 'dish_N', 'scissors_N']) {
      expect((await scoresOf([[[concept], 'Scissors and dishes.']])).coverageCommonGenEval).toBe(1);
    }
    expect((await scoresOf([[['scissors_N'], 'Scissors.']])).coverageCommonGenEvalPos).toBe(1);
    expect((await scoresOf([[['looking', 'looks'], 'Looking.']])).coverageCommonGen).toBe(0);
  });

  it('says in its signature which reader gave the lemmas', async () => {
    const context = await conceptCoverage.prepare!([], { ...tools, analyseFast: tools.analyse });
    expect(conceptCoverage.signature(context)).toContain('lemma:deep');
    expect(conceptCoverage.signature(await conceptCoverage.prepare!([], tools))).toContain('lemma:context');
  });

  it('is undefined without concepts', async () => {
    expect((await scoresOf([[[], 'Anything.']])).coverageCommonGen).toBeNull();
  });
});
