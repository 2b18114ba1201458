/** Trains the parser on EWT's gold trees with jackknifed tags (each half is tagged by a tagger that has not seen it) and on stacked silver trees. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRandom } from '../../src/core/index.ts';
import { Parser, type ParserExample, trainParser } from '../../src/nlp/parser.ts';
import { hashText } from '../../src/nlp/sparse-model.ts';
import { Tagger, trainTagger } from '../../src/nlp/tagger.ts';
import { type WordInfo, WordInfos } from '../../src/nlp/word-info.ts';
import { readLexicon, readSilver, readTreebank, type SilverSentence, type TreeSentence, weightsPath } from '../corpora.ts';
import { relabelSilver } from '../tagger/stack.ts';
import { stackTrees } from './stack.ts';

const FOLDS = 2;

/** Tags as good as those the parser will meet: each half is tagged by a tagger that saw the other half and the silver sentences. */
function jackknife(sentences: readonly TreeSentence[], silver: readonly SilverSentence[], infos: WordInfos): string[][] {
  const labels = [...new Set(sentences.flatMap(({ tokens }) => tokens.map(({ tag }) => tag)))].sort();
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const tagged = sentences.map(({ tokens }) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tokens.map(({ tag }) => numbers.get(tag) ?? 0),
  }));
  const extra = relabelSilver(sentences, silver, labels, infos).map((sentence) => ({ ...sentence, weight: SILVER_WEIGHT }));
  const result: string[][] = new Array(sentences.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const random = createRandom(`jackknife ${fold}`);
    const training = [...tagged.filter((_, i) => i % FOLDS !== fold), ...extra];
    const tagger = new Tagger(trainTagger(training, { labels, epochs: 3, dropout: 0.15, random: random.next, shuffle: random.shuffle }));
    tagged.forEach(({ words }, i) => {
      if (i % FOLDS === fold) result[i] = tagger.tag(words);
    });
  }
  return result;
}

const SILVER_WEIGHT = 0.5;

/** All questions, which EWT has few of, and every second of the other sentences. */
function wanted({ id, source, tokens }: SilverSentence): boolean {
  if (source === 'ud-ewt' || tokens.length > 40) return false;
  return source === 'strategyqa-question' || hashText(id) % 2 === 0;
}

export function trainParserModel(): void {
  const infos = new WordInfos(readLexicon());
  const sentences = readTreebank('train');
  const silver = readSilver();
  const tags = jackknife(sentences, silver, infos);
  const examples: ParserExample[] = sentences.map(({ tokens }, i) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tags[i],
    heads: tokens.map(({ head }) => head),
    relations: tokens.map(({ relation }) => relation),
  }));
  const tagger = new Tagger(readFileSync(weightsPath('tagger/tagger.bin')));
  const stacked = stackTrees(sentences, silver, wanted, { infos, random: createRandom('stack') });
  for (const { sentence, heads, relations } of stacked) {
    const words = sentence.tokens.map(({ form }) => infos.of(form));
    examples.push({ words, tags: tagger.tag(words), heads, relations, weight: SILVER_WEIGHT });
  }
  console.log(`${sentences.length} gold and ${stacked.length} silver trees`);
  const dev = readTreebank('dev').map(({ tokens }) => {
    const words = tokens.map(({ form }) => infos.of(form));
    return { tokens, words, tags: tagger.tag(words) };
  });
  const bytes = trainParser(examples, {
    epochs: 5,
    dropout: 0.1,
    smallest: 0.01,
    random: createRandom('parser'),
    onEpoch(epoch, accuracy, compile) {
      console.log(`epoch ${epoch}: ${(100 * accuracy).toFixed(2)} of the transitions; EWT dev ${score(new Parser(compile()), dev)}`);
    },
  });
  writeFileSync(weightsPath('parser/parser.bin'), bytes);
  console.log(`parser.bin: ${(bytes.length / 1e6).toFixed(2)} MB`);
}

interface DevSentence {
  tokens: TreeSentence['tokens'];
  words: WordInfo[];
  tags: string[];
}

function score(parser: Parser, sentences: readonly DevSentence[]): string {
  let uas = 0;
  let las = 0;
  let all = 0;
  for (const { tokens, words, tags } of sentences) {
    parser.parse(words, tags).forEach(({ head, relation }, i) => {
      all++;
      if (head !== tokens[i].head) return;
      uas++;
      if (relation === tokens[i].relation) las++;
    });
  }
  return `UAS ${((100 * uas) / all).toFixed(2)} LAS ${((100 * las) / all).toFixed(2)}`;
}
