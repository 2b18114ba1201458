import type { EntityType } from '@sensebench/metrics/internal/core';
import { WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleSpans } from './sentence-reader.ts';

/** `[the United States]GPE government/NN`: names in brackets with their type, tags after a slash (default: X). */
function settle(marked: string): string[] {
  const infos = new WordInfos();
  const forms: string[] = [];
  const tags: string[] = [];
  const spans: { start: number; end: number; type: EntityType }[] = [];
  for (const part of marked.match(/\[[^\]]+\][A-Z_]+|\S+/g) ?? []) {
    const name = /^\[([^\]]+)\]([A-Z_]+)$/.exec(part);
    const start = forms.length;
    for (const word of (name?.[1] ?? part).split(' ')) {
      const [, form, tag] = /^(.+?)(?:\/(\S+))?$/.exec(word) as unknown as [string, string, string?];
      forms.push(form);
      tags.push(tag ?? 'X');
    }
    if (name) spans.push({ start, end: forms.length, type: name[2] as EntityType });
  }
  const settled = settleSpans(
    spans,
    forms.map((form) => infos.of(form)),
    tags,
  );
  return settled.map(({ start, end, type }) => `${forms.slice(start, end).join(' ')}:${type}`);
}

describe('settleSpans', () => {
  it.each([
    ["people in the [1970]DATE 's had no phones", "the 1970 's:DATE"],
    ["music of the late [1970]DATE 's", "the late 1970 's:DATE"],
    ["[2017]DATE 's storms", '2017:DATE'],
    ['on [May 29]DATE th', 'May 29 th:DATE'],
    ['since [708]DATE BC .', '708 BC:DATE'],
    ['[12 year]DATE olds learn it', '12 year olds:DATE'],
    ['on Good [Friday]DATE', 'Good Friday:DATE'],
    ['over [the years]DATE', 'years:DATE'],
    ['in [the third week]DATE of [September]DATE', 'the third week of September:DATE'],
    ['at the end of [1946]DATE', 'the end of 1946:DATE'],
    ['is [the day]DATE after [November 30th]DATE', 'the day after November 30th:DATE'],
    ['is [the first day]DATE of winter', 'the first day of winter:DATE'],
    ['when she was [13]CARDINAL ./.', '13:DATE'],
    ['the score was [13]CARDINAL ./.', '13:CARDINAL'],
  ])('writes dates whole: %s', (marked, expected) => {
    expect(settle(marked)).toEqual([expected]);
  });

  it('parts decades that are listed', () => {
    expect(settle('in [the 1970s and 1980s]DATE')).toEqual(['1970s:DATE', '1980s:DATE']);
    expect(settle('in [the 1970s]DATE and early [1980s]DATE')).toEqual(['1970s:DATE', '1980s:DATE']);
    expect(settle('in [the 1970s]DATE and in [Rome]GPE')).toEqual(['the 1970s:DATE', 'Rome:GPE']);
  });

  it.each([
    'parts of [modern - day]DATE Canada/NNP',
    'short/JJ daylight/NN [hours]TIME happen',
    '[foggy/JJ days]DATE are moist',
    'values between 1 and [1000]DATE',
  ])('leaves out what only describes: %s', (marked) => {
    expect(settle(marked)).toEqual([]);
  });

  it('keeps amounts and units that say when', () => {
    expect(settle('[recent/JJ years]DATE and for/IN [years]DATE')).toEqual(['recent years:DATE', 'years:DATE']);
  });

  it.each([
    ['[the United States]GPE government/NN', 'United States:GPE'],
    ['[the United States]GPE presidential/JJ election/NN', 'United States:GPE'],
    ['[the United Kingdom]GPE north/NN of the equator', 'the United Kingdom:GPE'],
    ['[Lake Huron]GPE is deep', 'Lake Huron:LOC'],
    ['near Lake [Ontario]GPE', 'Lake Ontario:LOC'],
    ['the Attack on [Pearl Harbor]FAC', 'the Attack on Pearl Harbor:EVENT'],
    ['the attack on [Rome]GPE', 'Rome:GPE'],
    ['the battle of [Baghdad]GPE', 'the battle of Baghdad:EVENT'],
    ['the Treaty of [Paris]GPE', 'the Treaty of Paris:LAW'],
    ['The/DT Great Wall of [China]GPE', 'The Great Wall of China:FAC'],
    ['the tower of [Pisa]GPE', 'Pisa:GPE'],
    ['the [american]NORP [civil war]EVENT', 'the american civil war:EVENT'],
    ['in [paralympics]EVENT games', 'paralympics games:EVENT'],
    ['[The Wall Street Crash]EVENT of [1929]DATE', 'The Wall Street Crash of 1929:EVENT'],
    ['they celebrate [Easter]DATE', 'Easter:EVENT'],
    ['eggs on [Easter]DATE', 'Easter:DATE'],
  ])('writes names whole, with their type: %s', (marked, expected) => {
    expect(settle(marked)).toEqual([expected]);
  });

  it('parts a people from its civil war where names have capitals', () => {
    expect(settle('the [American]NORP [Civil War]EVENT')).toEqual(['American:NORP', 'Civil War:EVENT']);
  });

  it.each(['the matter around/IN [us]GPE', 'eat a roast [turkey]GPE', 'In December Ann bought a [christmas]DATE tree/NN'])(
    'knows words from names: %s',
    (marked) => {
      expect(settle(marked)).toEqual([]);
    },
  );

  it('leaves a country in small letters', () => {
    expect(settle('he came from [turkey]GPE to the [us]GPE')).toEqual(['turkey:GPE', 'us:GPE']);
  });

  it('keeps spans inside the sentence, in their order and apart', () => {
    const word = fc.constantFrom(
      'the',
      'end',
      'of',
      '1970',
      "'s",
      'BC',
      'Good',
      'Friday',
      'Lake',
      'battle',
      'and',
      '1980s',
      'day',
      'games',
      'us',
      'civil',
      'war',
    );
    const type = fc.constantFrom<EntityType>('DATE', 'TIME', 'GPE', 'EVENT', 'NORP', 'CARDINAL', 'FAC');
    const tag = fc.constantFrom('NN', 'JJ', 'IN', 'DT', 'CD');
    const part = fc.record({
      words: fc.array(fc.tuple(word, tag), { minLength: 1, maxLength: 3 }),
      type: fc.option(type, { nil: undefined }),
    });
    const infos = new WordInfos();
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const words = parts.flatMap((one) => one.words);
        let at = 0;
        const spans = parts.flatMap(({ words: { length }, type: kind }) => {
          const start = at;
          at += length;
          return kind ? [{ start, end: at, type: kind }] : [];
        });
        const settled = settleSpans(
          spans,
          words.map(([form]) => infos.of(form)),
          words.map(([, name]) => name),
        );
        const edges = [0, ...settled.flatMap(({ start, end }) => [start, end]), words.length];
        expect(edges).toEqual([...edges].sort((a, b) => a - b));
        expect(settled.every(({ start, end }) => start < end)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
