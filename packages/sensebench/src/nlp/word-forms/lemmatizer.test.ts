import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lemmatize } from './lemmatizer.ts';

describe('lemmatize', () => {
  it.each([
    ['Dogs', 'NNS', 'dog'],
    ['geese', 'NNS', 'goose'],
    ['boxes', 'NNS', 'box'],
    ['houses', 'NNS', 'house'],
    ['firemen', 'NNS', 'fireman'],
    ['Americans', 'NNPS', 'American'],
    ['Paris', 'NNP', 'Paris'],
    ['KABUL-based', 'JJ', 'kabul-based'],
    ['is', 'VBZ', 'be'],
    ["'ll", 'MD', 'will'],
    ["n't", 'RB', 'not'],
    ['n’t', 'RB', 'not'],
    ['saw', 'VBD', 'see'],
    ['saw', 'NN', 'saw'],
    ['hoped', 'VBD', 'hope'],
    ['hopping', 'VBG', 'hop'],
    ['tweeted', 'VBD', 'tweet'],
    ['googling', 'VBG', 'google'],
    ['re-opened', 'VBD', 're-open'],
    ['better', 'JJR', 'good'],
    ['better', 'RBR', 'well'],
    ['happiest', 'JJS', 'happy'],
    ['bigger', 'JJR', 'big'],
    ['2,000', 'CD', '2000'],
    ['http://A.org', 'ADD', 'http://A.org'],
    ['', 'NNS', ''],
  ])('%s (%s) → %s', (form, tag, lemma) => expect(lemmatize(form, tag)).toBe(lemma));

  it('answers for any form and tag', () => {
    const tag = fc.constantFrom('NN', 'NNS', 'NNP', 'NNPS', 'VBZ', 'VBD', 'VBG', 'JJR', 'RBS', 'CD', '???', '');
    fc.assert(fc.property(fc.string({ maxLength: 15 }), tag, (form, pos) => typeof lemmatize(form, pos) === 'string'));
    fc.assert(fc.property(fc.constantFrom('constructor', '__proto__', 'toString'), tag, (form, pos) => lemmatize(form, pos).length > 0));
  });
});
