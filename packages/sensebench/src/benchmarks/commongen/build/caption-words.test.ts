import type { Tools } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { captionWords } from './caption-words.ts';

/** Reads `word/TAG/lemma`. */
const analyse: Tools['analyse'] = async (texts) =>
  texts.map((text) => ({
    text,
    tokens: text.split(' ').map((part) => {
      const [word, tag, lemma = word] = part.split('/');
      return { text: word, start: 0, end: 0, tag, lemma };
    }),
    entities: [],
  }));

describe('the words of a caption', () => {
  it('are nouns, verbs and adjectives as lemmas, and names as content; the rest is left out', async () => {
    const [row] = await captionWords(['The/DT Dogs/NNS/Dog saw/VBD/see red/JJ Rex/NNP fast/RB'], { analyse });
    expect(row).toMatchObject({ lemmas: ['dog', 'see', 'red', 'rex'], kinds: 'NVaX' });
  });

  it('are no content where they do not begin with two letters', async () => {
    const [row] = await captionWords(['t/NN 3d/NNS x/VB Straße/FW'], { analyse });
    expect(row.kinds).toBe('nnvX');
  });

  it('come in the order of the captions, with how many are done', async () => {
    const captions = Array.from({ length: 600 }, (_, i) => `w${i}/NN`);
    const done: number[] = [];
    const rows = await captionWords(captions, { analyse, progress: (count) => done.push(count) });
    expect(rows.map(({ caption }) => caption)).toEqual(captions);
    expect(done).toEqual([512, 600]);
  });
});
