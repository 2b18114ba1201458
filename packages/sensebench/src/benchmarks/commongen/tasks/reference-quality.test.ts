import type { Analysis, Decision, Token } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { showConcepts } from '../dataset/content.ts';
import { adviceOn, assessReferences, type ReferenceValue } from './reference-quality.ts';

/** `word/TAG/lemma/head/relation`, divided by spaces. */
function parse(text: string): Token[] {
  return text.split(' ').map((part) => {
    const [form, tag, lemma = form, head = '0', relation = 'root'] = part.split('/');
    return { text: form, start: 0, end: form.length, tag, lemma, head: Number(head), relation };
  });
}

const analysis = (text: string): Analysis => ({ text, tokens: parse(text), entities: [] });
const reference = (annotator: string, item: string, sentence: string, rationale: string): Decision<ReferenceValue> => ({
  item,
  annotator,
  task: 'commongen/references',
  value: { sentence, rationale },
});

describe('references of people', () => {
  it('are flagged by coverage, perplexity and rationale, and counted by worker and set', async () => {
    const decisions = [
      reference('good', 'dog#run', 'Dogs run.', 'Dogs are animals that can run fast.'),
      reference('poor', 'dog#run', 'A cat.', 'n/a'),
      reference('poor', 'cat#sit', 'A dog.', ''),
    ];
    const analyses = ['Dogs/NNS/dog/2/nsubj run/VBP/run/0/root', 'A/DT/a/2/det cat/NN/cat/0/root', 'A/DT/a/2/det dog/NN/dog/0/root'].map(
      analysis,
    );
    const languageModel = { id: 'toy', logprob: async () => [-6, -6, -60] };
    const report = await assessReferences(decisions, analyses, { perplexityQuantile: 0.5 }, languageModel);
    expect(report.references.map(({ flags }) => flags)).toEqual([
      [],
      ['concepts missing', 'short rationale'],
      ['concepts missing', 'high perplexity', 'short rationale'],
    ]);
    expect(report.references[0].perplexity).toBeCloseTo(Math.exp(2), 10);
    expect(report.workers.map(({ worker, flaggedShare }) => [worker, flaggedShare])).toEqual([
      ['poor', 1],
      ['good', 0],
    ]);
    expect(report.replace).toEqual(['cat#sit']);
    expect(report.tooFew).toEqual([
      { set: 'dog#run', workers: 2 },
      { set: 'cat#sit', workers: 1 },
    ]);
  });

  it('are advised on pronouns, tense, voice and length, and never blocked', () => {
    expect(adviceOn(parse('She/PRP/she/2/nsubj ran/VBD/run/0/root'))).toEqual([
      'the subject is a pronoun; name who it is',
      'past tense; the present is better',
    ]);
    expect(adviceOn(parse('Balls/NNS/ball/3/nsubj are/VBP/be/3/aux thrown/VBN/throw/0/root'))).toEqual([
      'passive voice; the active is better',
    ]);
    expect(adviceOn(parse(Array.from({ length: 21 }, () => 'a/DT/a/1/det').join(' ')))).toEqual(['21 words; at most 20 are better']);
    expect(
      showConcepts([
        { word: 'apple', noun: 5, verb: 0 },
        { word: 'pick', noun: 1, verb: 4 },
      ]),
    ).toBe('apple(noun), pick(verb)');
  });
});
