import { describe, expect, it } from 'vitest';
import { type GenerationRules, PLAIN_RULES } from './generative-model.ts';
import { applyRules, hasRules } from './token-rules.ts';

const base: GenerationRules = { ...PLAIN_RULES, end: [1] };

function allowed(tokens: number[], rules: Partial<GenerationRules>, { prompt = 1, longest = 9 } = {}): number[] {
  const row = new Float32Array(6).fill(-1);
  applyRules(row, { tokens, prompt, longest }, { ...base, ...rules });
  return [...row.keys()].filter((id) => row[id] > Number.NEGATIVE_INFINITY);
}

describe('what may follow', () => {
  it('is everything without rules', () => {
    expect(hasRules(base)).toBe(false);
    expect(allowed([0, 2], {})).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('is no token that would repeat an n-gram', () => {
    expect(allowed([0, 2, 3, 2], { noRepeatNgram: 2 })).toEqual([0, 1, 2, 4, 5]);
    expect(allowed([0, 2, 3], { noRepeatNgram: 1 })).toEqual([1, 4, 5]);
    expect(allowed([0, 2, 3, 4, 2, 3], { noRepeatNgram: 3 })).toEqual([0, 1, 2, 3, 5]);
  });

  it('is no end before the least length, counted with the prompt or without', () => {
    expect(allowed([0, 2], { minLength: 3 })).not.toContain(1);
    expect(allowed([0, 2, 3], { minLength: 3 })).toContain(1);
    expect(allowed([0, 2, 3], { minNewTokens: 3 })).not.toContain(1);
  });

  it('is no bad word, and no last token of a bad phrase that has begun', () => {
    expect(allowed([0, 2], { badWords: [[3], [2, 4], [5, 5]] })).toEqual([0, 1, 2, 5]);
  });

  it('is the forced token alone, at the beginning and at the end', () => {
    expect(allowed([0], { forcedBegin: 4 })).toEqual([4]);
    expect(allowed([0, 2], { forcedBegin: 4 })).toHaveLength(6);
    expect(allowed([0, 2, 2], { forcedEnd: 1 }, { longest: 4 })).toEqual([1]);
  });

  it('is never a suppressed token, or not first', () => {
    expect(allowed([0], { suppressed: [5], suppressedFirst: [2] })).toEqual([0, 1, 3, 4]);
    expect(allowed([0, 3], { suppressed: [5], suppressedFirst: [2] })).toEqual([0, 1, 2, 3, 4]);
  });

  it('is less likely if it was there already', () => {
    const row = Float32Array.from([-1, -1, -1, 2, 2, -1]);
    applyRules(row, { tokens: [0, 2, 3], prompt: 1, longest: 9 }, { ...base, repetitionPenalty: 2 });
    expect([...row]).toEqual([-2, -1, -2, 1, 2, -1]);
  });
});
