import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadWordNet } from './wordnet.ts';

const wordnet = await loadWordNet();

describe('WordNet', () => {
  it('lists synsets by frequency, nouns before verbs', () => {
    const dog = wordnet.synsets('dog');
    expect(dog).toHaveLength(8);
    expect(dog.map((synset) => wordnet.pos(synset)).join('')).toBe('nnnnnnnv');
    expect(wordnet.words(dog[0])).toEqual(['dog', 'domestic_dog', 'Canis_familiaris']);
    expect(wordnet.synsets('dog', 'v')).toEqual(dog.slice(7));
    expect(wordnet.synsets('domestic dog', 'n')).toEqual(wordnet.synsets('Domestic_Dog', 'n'));
  });

  it('climbs from dog to entity', () => {
    const path: string[] = [];
    for (let at = wordnet.synsets('dog', 'n')[0]; at !== undefined; at = wordnet.hypernyms(at)[0]) path.push(wordnet.words(at)[0]);
    expect(path.slice(0, 3)).toEqual(['dog', 'canine', 'carnivore']);
    expect(path.at(-1)).toBe('entity');
  });

  it.each([
    ['geese', 'n', ['goose']],
    ['boxes', 'n', ['box']],
    ['boxesful', 'n', ['boxful']],
    ['glass', 'n', ['glass']],
    ['saw', 'v', ['see', 'saw']],
    ['running', 'v', ['run']],
    ['hoping', 'v', ['hope', 'hop']],
    ['better', 'a', ['good', 'well', 'better']],
    ['attorneys general', 'n', ['attorney_general']],
    ['xyzzies', 'n', []],
  ] as const)('finds the base forms of %s (%s)', (word, pos, bases) => {
    expect(wordnet.baseForms(word, pos)).toEqual(bases);
  });

  it('knows the first and the last word, and nothing of other text', () => {
    expect(wordnet.has("'hood")).toBe(true);
    expect(wordnet.has('zymurgy', 'n')).toBe(true);
    fc.assert(
      fc.property(
        fc.string({ maxLength: 20 }),
        (text) => Array.isArray(wordnet.synsets(text)) && Array.isArray(wordnet.baseForms(text, 'v')),
      ),
    );
  });

  it('gives each synset of a word that word', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: wordnet.size - 1 }), (synset) =>
        wordnet.words(synset).every((word) => wordnet.synsets(word, wordnet.pos(synset)).includes(synset)),
      ),
      { numRuns: 500 },
    );
  });
});
