import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { LedgerRow, Token } from '@sensebench/metrics/internal/core';
import { afterAll, describe, expect, it } from 'vitest';
import { brokenSentenceRule, contentKey } from '../text/read-sentences.ts';
import { textReader } from './read-text.ts';
import { brokenTagRule, selectStep } from './select-sentences.ts';
import type { SourceRow } from './source-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const dropped: LedgerRow[] = [];
  const rows: SourceRow[] = [];
  for await (const row of textReader.read(path, (drop) => dropped.push(drop))) if (row) rows.push(row);
  return { rows, dropped };
}

describe('running text', () => {
  const text = 'Rice\n\nRice grows in Japan. It needs water.\nI like rice in Japan.\nIn Japan, rice grows.';
  const expected = { kind: 'sentence', text: 'Rice grows in Japan.', source: 'text' };

  it('is read as plain text: sentences that can stand alone, with their place; all else with its rule', async () => {
    const { rows, dropped } = await read('notes.txt', text);
    expect(rows).toEqual([
      {
        ...expected,
        id: 'text::notes::0.1',
        split: 'notes',
        provenance: { document: 'line 1', offset: String(text.indexOf('Rice grows')) },
      },
    ]);
    expect(dropped.map(({ rule, text: dropped }) => [dropped, rule])).toEqual([
      ['Rice', 'a heading, a list or mark-up'],
      ['It needs water.', 'too short'],
      ['I like rice in Japan.', 'first or second person'],
      ['In Japan, rice grows.', 'says the same as an earlier one'],
    ]);
    expect(dropped[1]).toMatchObject({ step: 'read', ids: ['text::notes::0.2'], value: 3, limit: 4 });
  });

  it.each([
    [
      'dump.jsonl',
      `${JSON.stringify({ title: 'Rice', text })}\n${JSON.stringify({ id: 7, text: 'Olives grow in Spain.' })}\n`,
      ['Rice', '7'],
    ],
    ['dump.jsonl.gz', gzipSync(JSON.stringify({ url: 'x', title: 'Rice', text })), ['Rice']],
    ['wiki_00', `<doc id="4" url="u" title="Rice">\n${text}\n</doc>\n<doc id="5">\nOlives grow in Spain.\n</doc>\n`, ['Rice', '5']],
  ])('is read from %s', async (name, content, documents) => {
    const { rows } = await read(name, content);
    expect(rows[0]).toMatchObject(expected);
    expect(rows.map(({ provenance }) => provenance?.document)).toEqual(documents);
  });

  it('says in one line what is wrong with a file', async () => {
    await expect(read('bad.jsonl', '{"title": "no text"}\n')).rejects.toThrow(/has no text/);
    await expect(read('torn.jsonl', '{"text": "a"}\n{"text": \n')).rejects.toThrow(/torn\.jsonl/);
  });
});

describe('the rules of letters and words', () => {
  it.each([
    ['Monsoon rains reach Kerala in June.', null],
    ['* Monsoon rains reach Kerala in June.', 'a heading, a list or mark-up'],
    ['3. Monsoon rains reach Kerala in June.', 'a heading, a list or mark-up'],
    ['History of the monsoon in Kerala', 'a heading, a list or mark-up'],
    ['monsoon rains reach Kerala in June.', 'a heading, a list or mark-up'],
    ['When do rains reach Kerala?', 'a question'],
    ['June brings rain.', 'too short'],
    [`Rains ${'often '.repeat(50)}reach Kerala.`, 'too long'],
    ['The king said "rain comes in June".', 'a quotation'],
    ['Rains reach Kerala in June; they end in September.', 'more than one clause'],
    ['Our rains reach Kerala in June.', 'first or second person'],
    ['These rains reach Kerala in June.', 'speaks of what was said before'],
    ['However rains reach Kerala in June.', 'speaks of what was said before'],
    ['Itaipu is a dam in Brazil.', null],
    ['1575 Leonardo beats Lopez in Madrid.', 'a heading, a list or mark-up'],
    ['1848 was a year of revolutions in Europe.', null],
    ['In Kerala i like the rains of June.', 'first or second person'],
    ['Rains, however, reach Kerala in June.', 'speaks of what was said before'],
    ['Meanwhile rains reach Kerala in June.', 'speaks of what was said before'],
    ['Rains reached Kerala three weeks ago.', 'depends on the day of writing'],
    ['Kerala had little rain last summer.', 'depends on the day of writing'],
    ['The first president of Turkey was born in Greece.', null],
  ])('judge %s', (text, rule) => {
    expect(brokenSentenceRule(text)?.rule ?? null).toBe(rule);
  });

  it('take for the same what has the same words, not what contrasts', () => {
    expect(contentKey('Paris is the capital of France.')).toBe(contentKey('The capital of France is Paris!'));
    expect(contentKey('The farmers plant rice in May.')).toBe(contentKey('Farmers plant the rice in May'));
    expect(contentKey('Rice grows in Japan.')).not.toBe(contentKey('Rice grows in Spain.'));
    expect(contentKey('Rice does not grow in Japan.')).not.toBe(contentKey('Rice grows in Japan.'));
  });
});

describe('the rules of tags', () => {
  /** `word/TAG` with spaces between. */
  const tagged = (text: string) =>
    text.split(' ').map((word): Token => {
      const [, form, tag] = /^(.*)\/(.*)$/.exec(word) ?? [];
      return { text: form, tag, start: 0, end: 0, lemma: form };
    });
  it.each([
    ['Rice/NN grows/VBZ in/IN Japan/NNP ./.', null],
    ['In/IN May/NNP his/PRP$ dog/NN barks/VBZ ./.', 'a pronoun without a noun before it'],
    ['In/IN New/NNP York/NNP he/PRP sings/VBZ ./.', 'a pronoun without a noun before it'],
    ['In/IN May/NNP a/DT farmer/NN ploughs/VBZ his/PRP$ field/NN ./.', null],
    ['Visited/VBD Japan/NNP in/IN May/NNP ./.', 'no subject'],
    ['Skiing/VBG is/VBZ popular/JJ in/IN Norway/NNP ./.', null],
    ['The/DT city/NN lies/VBZ in/IN Spain/NNP ./.', 'speaks of what was said before'],
    ['The/DT old/JJ railway/NN station/NN also/RB closed/VBD in/IN 1950/CD ./.', 'speaks of what was said before'],
    ['The/DT city/NN of/IN Kyoto/NNP lies/VBZ in/IN Japan/NNP ./.', null],
    ['The/DT lion/NN lives/VBZ in/IN Africa/NNP ./.', null],
    ['The/DT Romans/NNPS built/VBD roads/NNS in/IN Spain/NNP ./.', null],
    ['The/DT tests/NNS were/VBD halted/VBN in/IN Nevada/NNP ./.', 'speaks of what was said before'],
    ['The/DT lions/NNS hunt/VBP in/IN Kenya/NNP ./.', null],
    ['Five/CD years/NNS later/RB Japan/NNP annexed/VBD Korea/NNP ./.', 'a time counted from another one'],
    ['Japan/NNP annexed/VBD Korea/NNP the/DT following/VBG year/NN ./.', 'a time counted from another one'],
    ['Japan/NNP annexed/VBD Korea/NNP in/IN 1910/CD ./.', null],
    ['Often/RB his/PRP$ dog/NN barks/VBZ ./.', 'a pronoun without a noun before it'],
    ['War/NN changed/VBD this/DT view/NN in/IN Spain/NNP ./.', 'speaks of what was said before'],
    ['Stay/VB calm/JJ and/CC rice/NN grows/VBZ ./.', 'no subject'],
    ['Rice/NN in/IN Japan/NNP ./.', 'no finite verb'],
    ['Rice/NN grows/VBZ because/IN it/PRP rains/VBZ ./.', 'more than one clause'],
    ['Rice/NN grows/VBZ and/CC rain/NN falls/VBZ and/CC wind/NN blows/VBZ ./.', 'more than one clause'],
  ])('judge %s', (text, rule) => {
    expect(brokenTagRule(tagged(text))?.rule ?? null).toBe(rule);
  });

  it('are a step that lets rows of other kinds pass', async () => {
    const row = (id: string, kind: 'claim' | 'sentence'): SourceRow => ({ id, source: 's', split: 'a', kind, text: 'Rice in Japan.' });
    const analyse = async (texts: readonly string[]) =>
      texts.map((text) => ({ text, tokens: tagged('Rice/NN in/IN Japan/NNP'), entities: [] }));
    const tools = { tokens: () => [], analyse, signal: new AbortController().signal, progress: () => undefined };
    const { rows, dropped } = await selectStep.run(
      [{ rows: [row('s::a::0', 'claim'), row('s::a::1', 'sentence')], dropped: [] }],
      {},
      tools,
    );
    expect(rows.map(({ id }) => id)).toEqual(['s::a::0']);
    expect(dropped).toEqual([{ step: 'select', ids: ['s::a::1'], text: 'Rice in Japan.', rule: 'no finite verb' }]);
  });
});
