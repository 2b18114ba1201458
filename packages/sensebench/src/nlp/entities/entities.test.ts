import { createRandom, type EntityType } from '@sensebench/metrics/internal/core';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import { WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trainEntities } from '../../../../../train/entities/train-entities.ts';
import { ENTITY_LABELS, LABELS, labelsOf, PerceptronRecognizer, spansOf, transitionIndex, viterbi } from './entities.ts';
import { entityInput } from './entity-features.ts';
import { GAZETTEER_LISTS, Gazetteer } from './gazetteers.ts';
import { withUserGazetteer } from './user-gazetteer.ts';

const infos = new WordInfos();
const words = (text: string) => tokenizeTreebank(text).map((token) => infos.of(token.text));
const gazetteer = Gazetteer.decode(
  Gazetteer.encode([
    { words: words('New York'), list: 'city' },
    { words: words('New York City'), list: 'city' },
    { words: words('Japan'), list: 'country' },
    { words: words('Peru'), list: 'country' },
    { words: words('June'), list: 'month' },
    { words: words('May'), list: 'month' },
  ]),
);

describe('gazetteer', () => {
  it('matches phrases in any case, the longer and the shorter', () => {
    const city = 1 << GAZETTEER_LISTS.indexOf('city');
    expect(gazetteer.match(words('in new york city today'))).toEqual([
      { start: 1, end: 3, lists: city },
      { start: 1, end: 4, lists: city },
    ]);
    expect(gazetteer.match(words('New Haven'))).toEqual([]);
  });
});

describe('BILOU labels', () => {
  it('turns spans into labels and back', () => {
    const spans = [
      { start: 0, end: 1, type: 'GPE' as EntityType },
      { start: 2, end: 5, type: 'DATE' as EntityType },
    ];
    const labels = labelsOf(spans, 6);
    expect(Array.from(labels, (label) => ENTITY_LABELS[label])).toEqual(['U-GPE', 'O', 'B-DATE', 'I-DATE', 'L-DATE', 'O']);
    expect(spansOf(labels)).toEqual(spans);
  });
  it('decodes legal sequences only, whatever the scores', () => {
    const side = Math.sqrt(transitionIndex(LABELS - 1, LABELS - 1) + 1);
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 8 }), (seed, length) => {
        const random = createRandom(seed);
        const path = viterbi(
          length,
          (_, scores) => {
            for (let k = 0; k < scores.length; k++) scores[k] = random.next();
          },
          new Float64Array(side * side),
        );
        expect([...labelsOf(spansOf(path), length)]).toEqual([...path]);
      }),
      { numRuns: 50 },
    );
  });
});

const SENTENCES: [string, [string, EntityType][]][] = [
  [
    'It snows in Japan in June .',
    [
      ['Japan', 'GPE'],
      ['June', 'DATE'],
    ],
  ],
  ['People in New York sleep .', [['New York', 'GPE']]],
  ['It rains in May .', [['May', 'DATE']]],
  ['She may visit Japan .', [['Japan', 'GPE']]],
  ['Dogs bark .', []],
];
const examples = SENTENCES.map(([text, entities]) => {
  const tokens = tokenizeTreebank(text);
  const spans = entities.map(([name, type]) => {
    const at = text.indexOf(name);
    return {
      start: tokens.findIndex((token) => token.start === at),
      end: tokens.findIndex((token) => token.end === at + name.length) + 1,
      type,
    };
  });
  return {
    input: entityInput(
      words(text),
      tokens.map(() => 'X'),
      gazetteer,
    ),
    labels: labelsOf(spans, tokens.length),
  };
});
const recognizer = new PerceptronRecognizer(
  trainEntities(examples, { epochs: 8, shuffle: createRandom(1).shuffle, minUpdates: 1 }),
  gazetteer,
);
const sentence = (text: string) => {
  const tokens = tokenizeTreebank(text);
  return { text, tokens, words: words(text), tags: tokens.map(() => 'X') };
};

describe('entity recognizer', () => {
  it('learns its sentences and carries them over to names of the same lists', async () => {
    const found = await recognizer.recognize(SENTENCES.map(([text]) => sentence(text)));
    SENTENCES.forEach(([, entities], i) => {
      expect(found[i].map(({ text, type }) => [text, type])).toEqual(entities);
    });
    expect(await recognizer.recognize([sentence('It snows in Peru .')])).toEqual([[{ text: 'Peru', type: 'GPE', start: 12, end: 16 }]]);
  });
  it('lets a user name entities that win over what they overlap', async () => {
    const own = withUserGazetteer(recognizer, { EVENT: ['japan in june'], PERSON: ['Zorp'] });
    const [found] = await own.recognize([sentence('Zorp : It snows in Japan in June .')]);
    expect(found.map(({ text, type }) => `${text}:${type}`)).toEqual(['Zorp:PERSON', 'Japan in June:EVENT']);
  });
});
