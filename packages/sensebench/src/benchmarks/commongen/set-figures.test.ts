import { describe, expect, it } from 'vitest';
import { analysedSplit, setFigures, statsTable, toSplit } from './set-figures.ts';

describe("Table 1's figures", () => {
  const rows = [
    { concept_set: 'dog#catch#frisbee', scene: ['A dog catches a frisbee.', 'Dogs catch  frisbees.'] },
    { concept_set: 'dog#run#park#sun', scene: ['A dog runs.'] },
  ];

  it('count sets, sentences, words and compositions', () => {
    expect(setFigures(toSplit(rows))).toEqual({
      sets: 2,
      bySize: { 3: 1, 4: 1, 5: 0 },
      sentences: 3,
      sentencesPerSet: 1.5,
      wordsPerSentence: (5 + 3 + 3) / 3,
      uniqueConcepts: 6,
      uniquePairs: 3 + 6,
      uniqueTriples: 1 + 4,
    });
  });

  it('say what train has not seen', () => {
    const train = toSplit([{ concept_set: 'catch#dog#ball', scene: [] }]);
    expect(setFigures(toSplit(rows), train)).toMatchObject({ unseenConcepts: 4 / 6, unseenPairs: 8 / 9, unseenTriples: 1 });
  });

  it("look concepts up in the lemmas of train's sentences too, as the paper does", async () => {
    const analyse = async (texts: readonly string[]) =>
      texts.map((text) => ({
        text,
        entities: [],
        tokens: text.split(' ').map((word) => ({ text: word, start: 0, end: 0, tag: 'NN', lemma: word.replace(/s$/, '') })),
      }));
    const train = await analysedSplit([{ concept_set: 'catch#dog#ball', scene: ['Dogs catch balls in parks'] }], { analyse });
    // frisbee, run, sun are nowhere; park is in a sentence only.
    expect(setFigures(toSplit(rows), train)).toMatchObject({ unseenConcepts: 4 / 6, unseenConceptsInText: 3 / 6 });
  });

  it('are null, never NaN, for an empty split', () => {
    const figures = setFigures(toSplit([]), toSplit(rows));
    expect(figures).toMatchObject({ sets: 0, sentencesPerSet: null, wordsPerSentence: null, unseenPairs: null });
    expect(JSON.stringify(statsTable({ dev: figures }))).not.toContain('NaN');
  });
});
