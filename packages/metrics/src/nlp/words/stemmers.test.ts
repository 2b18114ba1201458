import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stemPorterNltk } from './stem-porter-nltk.ts';
import { stemSnowball } from './stem-snowball.ts';

describe('stemSnowball, as in METEOR 1.5', () => {
  it.each([
    ['running', 'run'],
    ['generously', 'generous'],
    ["'em", 'em'],
    ["dog's", 'dog'],
    ['adding', 'ad'],
    ['communization', 'communiz'],
    ['analogist', 'analogist'],
    ['skies', 'sky'],
  ])('%s → %s', (word, stem) => expect(stemSnowball(word)).toBe(stem));
});

describe('stemPorterNltk, as in rouge-score', () => {
  it.each([
    ['Caresses', 'caress'],
    ['ponies', 'poni'],
    ['ties', 'tie'],
    ['died', 'die'],
    ['agreed', 'agre'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['enjoy', 'enjoy'],
    ['spy', 'spi'],
    ['dying', 'die'],
    ['relational', 'relat'],
    ['traditionally', 'tradit'],
    ['geology', 'geolog'],
    ['0ly', '0li'],
    ['s', 's'],
    ['', ''],
  ])('%s → %s', (word, stem) => expect(stemPorterNltk(word)).toBe(stem));

  it('never crashes and takes a long run of y in linear time', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        (word) => stemPorterNltk(word).length <= word.toLowerCase().length + 1 && stemSnowball(word) !== undefined,
      ),
    );
    expect(stemPorterNltk('y'.repeat(200_000)).length).toBeGreaterThan(0);
  });
});
