/** Tags for the silver sentences in EWT's manner: a tagger stacked on the teacher's tags, trained where EWT has both. */

import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { hashText } from '../../packages/metrics/src/nlp/linear-models/feature-key.ts';
import type { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Tagger } from '../../packages/sensebench/src/nlp/analysis/tagger.ts';
import type { TreeSentence } from '../conllu.ts';
import type { SilverSentence } from '../corpora.ts';
import { type TaggedSentence, trainTagger } from './train-tagger.ts';

/** Every tenth sentence that has both is kept to measure the stacked tagger. */
const MEASURED = 10;

export function relabelSilver(
  gold: readonly TreeSentence[],
  silver: readonly SilverSentence[],
  labels: string[],
  infos: WordInfos,
): TaggedSentence[] {
  const squeeze = (text: string) => text.replace(/\s+/g, ' ');
  const byText = new Map(gold.map((sentence) => [squeeze(sentence.text), sentence]));
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const wordsOf = (forms: readonly { form: string }[]) => forms.map(({ form }) => infos.of(form));
  const hintsOf = ({ tokens }: SilverSentence) => tokens.map(({ tag }) => hashText(tag) & 0xffff);
  const both: TaggedSentence[] = [];
  for (const sentence of silver) {
    const tree = sentence.source === 'ud-ewt' ? byText.get(squeeze(sentence.text)) : undefined;
    if (!tree || tree.tokens.length !== sentence.tokens.length) continue;
    if (tree.tokens.some(({ form }, i) => form !== sentence.tokens[i].form)) continue;
    both.push({ words: wordsOf(tree.tokens), tags: tree.tokens.map(({ tag }) => numbers.get(tag) ?? 0), hints: hintsOf(sentence) });
  }
  const random = createRandom('stacked tagger');
  const bytes = trainTagger(
    both.filter((_, i) => i % MEASURED !== 0),
    { labels, epochs: 3, dropout: 0.15, random: random.next, shuffle: random.shuffle },
  );
  const tagger = new Tagger(bytes);
  let right = 0;
  let all = 0;
  both.forEach(({ words, tags, hints }, i) => {
    if (i % MEASURED !== 0) return;
    tagger.tag(words, hints).forEach((tag, k) => {
      all++;
      if (numbers.get(tag) === tags[k]) right++;
    });
  });
  console.log(`stacked tagger: held-out ${((100 * right) / all).toFixed(2)}`);
  return silver
    .filter(({ source }) => source !== 'ud-ewt')
    .map((sentence) => {
      const words = wordsOf(sentence.tokens);
      return { words, tags: tagger.tag(words, hintsOf(sentence)).map((tag) => numbers.get(tag) ?? 0) };
    });
}
