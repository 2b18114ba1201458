/** UD trees for the silver sentences: a parser stacked on the teacher's converted trees, trained where EWT has both. */

import type { Random } from '../../packages/metrics/src/core/index.ts';
import type { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Parser } from '../../packages/sensebench/src/nlp/analysis/parser.ts';
import type { TreeSentence } from '../conllu.ts';
import type { SilverSentence } from '../corpora.ts';
import { convertTree } from './convert.ts';
import { type ParserExample, trainParser } from './train-parser.ts';

/** Every tenth sentence that has both trees is kept to measure the stacked parser. */
const MEASURED = 10;

export interface StackedTree {
  sentence: SilverSentence;
  heads: number[];
  relations: string[];
}

export function stackTrees(
  gold: readonly TreeSentence[],
  silver: readonly SilverSentence[],
  wanted: (sentence: SilverSentence) => boolean,
  { infos, random, epochs = 3 }: { infos: WordInfos; random: Random; epochs?: number },
): StackedTree[] {
  const squeeze = (text: string) => text.replace(/\s+/g, ' ');
  const byText = new Map(gold.map((sentence) => [squeeze(sentence.text), sentence]));
  const both: ParserExample[] = [];
  for (const sentence of silver) {
    const tree = sentence.source === 'ud-ewt' ? byText.get(squeeze(sentence.text)) : undefined;
    if (!tree || tree.tokens.length !== sentence.tokens.length) continue;
    if (tree.tokens.some(({ form }, i) => form !== sentence.tokens[i].form)) continue;
    both.push({
      words: tree.tokens.map(({ form }) => infos.of(form)),
      tags: sentence.tokens.map(({ tag }) => tag),
      heads: tree.tokens.map(({ head }) => head),
      relations: tree.tokens.map(({ relation }) => relation),
      hints: convertTree(sentence.tokens),
    });
  }
  const training = both.filter((_, i) => i % MEASURED !== 0);
  const parser = new Parser(trainParser(training, { epochs, random, dropout: 0.1 }));
  let all = 0;
  let uas = 0;
  let las = 0;
  both.forEach(({ words, tags, hints, heads, relations }, i) => {
    if (i % MEASURED !== 0) return;
    parser.parse(words, tags, hints).forEach(({ head, relation }, k) => {
      all++;
      if (head !== heads[k]) return;
      uas++;
      if (relation === relations[k]) las++;
    });
  });
  console.log(
    `stacked parser: ${both.length} sentences with both trees; held-out UAS ${((100 * uas) / all).toFixed(1)} LAS ${((100 * las) / all).toFixed(1)}`,
  );
  return silver.filter(wanted).map((sentence) => {
    const words = sentence.tokens.map(({ form }) => infos.of(form));
    const tree = parser.parse(
      words,
      sentence.tokens.map(({ tag }) => tag),
      convertTree(sentence.tokens),
    );
    return { sentence, heads: tree.map(({ head }) => head), relations: tree.map(({ relation }) => relation) };
  });
}
