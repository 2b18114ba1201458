/** Tokens and lemmas of all outputs and keywords, made in one pass: the context that COVERAGE and MATCH share. */
import type { MetricInput, Tools } from '../../core/index.ts';
import { createWordForms, type Words } from './find-keywords.ts';

export interface AnalysedKeywords {
  words(text: string): Words;
  /** Whether WordNet's base forms were at hand. */
  wordnet: boolean;
  /** Where the lemmas come from, for signatures: the fast reader of words in their context, or the deep one. */
  reader: 'context' | 'deep';
}

/** Keywords are analysed apart from any sentence, so their lemma is a guess; WordNet's base forms make up for it. */
export async function analyseKeywords(
  inputs: readonly MetricInput[],
  tools: Tools,
  more: (input: MetricInput) => readonly string[] = () => [],
): Promise<AnalysedKeywords> {
  const texts = new Set<string>();
  for (const input of inputs) {
    texts.add(input.candidate);
    for (const keyword of input.keywords ?? []) texts.add(keyword);
    for (const text of more(input)) texts.add(text);
  }
  const list = [...texts];
  const analyses = await tools.analyse(list, { entities: false });
  const wordForms = createWordForms(tools.wordnet);
  const forms = new Map(list.map((text, i) => [text, { text, words: wordForms(analyses[i].tokens) }]));
  return {
    wordnet: tools.wordnet !== undefined,
    reader: tools.analyseFast ? 'deep' : 'context',
    words: (text) => {
      const found = forms.get(text);
      if (!found) throw new RangeError(`"${text}" was not analysed`);
      return found;
    },
  };
}
