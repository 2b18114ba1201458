import type { Analysis, Tools } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { captionWords } from './caption-words.ts';
import { type ExtractOptions, extractConcepts, packConcepts } from './extract-concepts.ts';

/** Reads `word/TAG/lemma`; the lemma is the word where it is not given. */
const analyse: Tools['analyse'] = async (texts) =>
  texts.map((text): Analysis => {
    const tokens = [...text.matchAll(/\S+/g)].map(({ 0: part, index }) => {
      const [word, tag = 'DT', lemma = word] = part.split('/');
      return { text: word, start: index, end: index + word.length, tag, lemma };
    });
    return { text, tokens, entities: [] };
  });

const vocabulary: ExtractOptions['vocabulary'] = {
  has: (lemma, kind) =>
    kind === 'noun'
      ? ['dog', 'ball', 'orange', 'leaping', 'building', 'man', 'p', 'walk'].includes(lemma)
      : ['leap', 'catch', 'walk', 'be', 'have', 'build'].includes(lemma),
};

async function extract(captions: readonly string[], options: ExtractOptions) {
  const { rows, facts } = extractConcepts(await captionWords(captions, { analyse }), options);
  return packConcepts(rows, facts);
}

const conceptsOf = ({ concepts, starts, words }: Awaited<ReturnType<typeof extract>>) =>
  Array.from({ length: starts.length - 1 }, (_, s) => Array.from(concepts.subarray(starts[s], starts[s + 1]), (number) => words[number]));

describe('concepts of captions', () => {
  it('are the nouns and verbs of the vocabulary, as lemmas, each once a caption, numbered by the alphabet', async () => {
    const found = await extract(
      ['a dogs/NNS/dog walk/VBP and a dog/NN catches/VBZ/catch it', 'nothing here', 'the Walk/NN/Walk of Rex/NNP/dog fast/RB'],
      { vocabulary, least: 1 },
    );
    expect(found.words).toEqual(['catch', 'dog', 'walk']);
    expect(conceptsOf(found)).toEqual([['catch', 'dog', 'walk'], ['walk']]);
    expect(found.captions).toHaveLength(2);
    expect(found.kinds[2]).toEqual({ noun: 1, verb: 1 });
    expect(found.kinds[1]).toEqual({ noun: 2, verb: 0 });
  });

  it("leave out people, light verbs and single letters, or a list of one's own", async () => {
    const captions = ['a man/NN is/VBZ/be a p/NN dog/NN'];
    expect((await extract(captions, { vocabulary, least: 1 })).words).toEqual(['dog']);
    const own = await extract(captions, { vocabulary, least: 1, stop: new Set(['dog']) });
    expect(own.words).toEqual(['be', 'man']);
  });

  it('are no nouns that are mostly adjectives, and no gerunds of a more frequent verb', async () => {
    const captions = [
      'orange/NN ball/NN',
      'orange/JJ ball/NN and orange/JJ dog/NN',
      'a leaping/NN dog/NN',
      'dogs/NNS/dog leap/VBP',
      'dog/NN leapt/VBD/leap',
      'a building/NN',
    ];
    const baseVerbs = (word: string) => (word.endsWith('ing') ? [word.slice(0, -'ing'.length)] : []);
    const { words } = await extract(captions, { vocabulary, least: 1, baseVerbs });
    expect(words).toEqual(['ball', 'building', 'dog', 'leap']);
  });

  it('are only those of the least number of captions', async () => {
    const captions = ['dog/NN ball/NN', 'a dog/NN', 'building/NN'];
    const found = await extract(captions, { vocabulary, least: 2 });
    expect(found.words).toEqual(['dog']);
    expect(found.captions).toEqual(['dog/NN ball/NN', 'a dog/NN']);
  });

  it('say how many nouns, names and verbs are unknown', async () => {
    const { unknownShare } = await extract(['Hund/NNP läuft/VBZ 2/CD dog/NN über/IN Straße/NN'], { vocabulary, least: 1 });
    expect(unknownShare).toBe(3 / 4);
  });
});
