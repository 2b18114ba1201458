import type { Token } from '@sensebench/metrics/internal/core';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { describe, expect, it } from 'vitest';
import { missedVerb } from './analyse-texts.ts';

const wordnet = await loadWordNet();

/** `word/TAG word/TAG` as tokens. */
function tokensOf(tagged: string): Token[] {
  let start = 0;
  return tagged.split(' ').map((pair) => {
    const [text = '', tag = ''] = pair.split('/');
    const token = { text, tag, start, end: start + text.length, lemma: text.toLowerCase() };
    start = token.end + 1;
    return token;
  });
}

function verbOf(tagged: string): string | null {
  const tokens = tokensOf(tagged);
  const index = missedVerb(tokens, wordnet);
  return index === null ? null : (tokens[index]?.text ?? null);
}

describe('the verb that the tagger took for a noun', () => {
  it.each([
    ['Gardeners/NNS plant/NN tomatoes/NNS in/IN May/NNP ./.', 'plant'],
    ['Wheat/NN fields/NNS stretch/NN across/IN Ukraine/NNP ./.', 'stretch'],
    ['Miners/NNS in/IN Chile/NNP dig/NN for/IN copper/NN ./.', 'dig'],
    ['A/DT cowboy/NN in/IN Texas/NNP herds/NNS cattle/NN ./.', 'herds'],
    ['Brokers/NNS in/IN Boston/NNP trade/NN stocks/NNS ./.', 'trade'],
    ['In/IN May/NNP ,/, the/DT snow/NN on/IN the/DT roofs/NNS of/IN Utah/NNP melts/NNS ./.', 'melts'],
    ['In/IN August/NNP ,/, people/NNS in/IN Rome/NNP wear/NN sandals/NNS ./.', 'wear'],
    ['Heat/NN shimmers/NNS over/IN the/DT road/NN ./.', 'shimmers'],
  ])('%s', (tagged, verb) => {
    expect(verbOf(tagged)).toBe(verb);
  });

  it('is not sought where a verb or an auxiliary is tagged', () => {
    expect(verbOf('Miners/NNS dig/VBP coal/NN mines/NNS ./.')).toBeNull();
    expect(verbOf('Trade/NN winds/NNS can/MD change/VB ./.')).toBeNull();
  });

  it('is null where no noun follows a noun', () => {
    expect(verbOf('A/DT map/NN of/IN Peru/NNP ./.')).toBeNull();
    expect(verbOf('.')).toBeNull();
  });
});
