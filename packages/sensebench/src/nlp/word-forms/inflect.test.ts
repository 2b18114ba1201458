import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflectVerb, pluralize, singularize } from './inflect.ts';

describe('inflectVerb', () => {
  it.each([
    ['write', 'VBN', 'written'],
    ['rewrite', 'VBD', 'rewrote'],
    ['relay', 'VBD', 'relayed'],
    ['be', 'VBG', 'being'],
    ['have', 'VBZ', 'has'],
    ['go', 'VBZ', 'goes'],
    ['try', 'VBD', 'tried'],
    ['play', 'VBZ', 'plays'],
    ['stop', 'VBG', 'stopping'],
    ['admit', 'VBD', 'admitted'],
    ['visit', 'VBG', 'visiting'],
    ['quiz', 'VBG', 'quizzing'],
    ['quiz', 'VBZ', 'quizzes'],
    ['panic', 'VBD', 'panicked'],
    ['die', 'VBG', 'dying'],
    ['see', 'VBG', 'seeing'],
    ['singe', 'VBG', 'singeing'],
    ['snow', 'VBD', 'snowed'],
    ['fix', 'VBG', 'fixing'],
    ['pick up', 'VBD', 'picked up'],
    ['constructor', 'VBZ', 'constructors'],
    ['', 'VBD', ''],
  ] as const)('%s (%s) → %s', (lemma, tag, form) => expect(inflectVerb(lemma, tag)).toBe(form));
});

describe('nouns', () => {
  it.each([
    ['dog', 'dogs'],
    ['city', 'cities'],
    ['box', 'boxes'],
    ['child', 'children'],
    ['knife', 'knives'],
    ['goose', 'geese'],
    ['sheep', 'sheep'],
  ])('%s, %s', (one, many) => {
    expect(pluralize(one)).toBe(many);
    expect(singularize(many)).toBe(one);
  });

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) =>
        [inflectVerb(text, 'VBG'), pluralize(text), singularize(text)].every((form) => typeof form === 'string'),
      ),
    );
  });
});
