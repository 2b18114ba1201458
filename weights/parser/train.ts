/** Trains the parser on EWT's gold trees with jackknifed tags (each third is tagged by a tagger that has not seen it) and on stacked silver trees. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRandom } from '../../src/core/index.ts';
import { mixModels } from '../../src/nlp/mix-models.ts';
import { Parser, type ParserExample, trainParser } from '../../src/nlp/parser.ts';
import { hashText } from '../../src/nlp/sparse-model.ts';
import { Tagger, trainTagger } from '../../src/nlp/tagger.ts';
import { type WordInfo, WordInfos } from '../../src/nlp/word-info.ts';
import { readLexicon, readSilver, readTreebank, type SilverSentence, type TreeSentence, weightsPath } from '../corpora.ts';
import { stackTrees } from './stack.ts';

const FOLDS = 3;

export function jackknife(sentences: readonly TreeSentence[], infos: WordInfos): string[][] {
  const labels = [...new Set(sentences.flatMap(({ tokens }) => tokens.map(({ tag }) => tag)))].sort();
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const tagged = sentences.map(({ tokens }) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tokens.map(({ tag }) => numbers.get(tag) ?? 0),
  }));
  const result: string[][] = new Array(sentences.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const bytes = trainTagger(
      tagged.filter((_, i) => i % FOLDS !== fold),
      {
        labels,
        epochs: 3,
        dropout: 0.15,
        random: createRandom(`dropout ${fold}`).next,
        shuffle: createRandom(`jackknife ${fold}`).shuffle,
      },
    );
    const tagger = new Tagger(bytes);
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

/** Two parsers are trained, one on gold and silver trees, one on gold trees alone, and mixed: linear models vote by adding their weights. */
export function trainParserModel(): void {
  const infos = new WordInfos(readLexicon());
  const sentences = readTreebank('train');
  const started = performance.now();
  const tags = jackknife(sentences, infos);
  console.log(`jackknifed tags: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const gold: ParserExample[] = sentences.map(({ tokens }, i) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tags[i],
    heads: tokens.map(({ head }) => head),
    relations: tokens.map(({ relation }) => relation),
  }));
  const tagger = new Tagger(readFileSync(weightsPath('tagger/tagger.bin')));
  const dev = readTreebank('dev').map(({ tokens }) => {
    const words = tokens.map(({ form }) => infos.of(form));
    return { tokens, words, tags: tagger.tag(words) };
  });
  const report = (name: string) => (epoch: number, accuracy: number, compile: () => Uint8Array) =>
    console.log(`${name}, epoch ${epoch}: ${(100 * accuracy).toFixed(2)} of the transitions; EWT dev ${score(new Parser(compile()), dev)}`);
  const goldOnly = trainParser(gold, { epochs: 5, dropout: 0.1, random: createRandom('parser on gold'), onEpoch: report('gold') });
  const stacked = stackTrees(sentences, readSilver(), wanted, { infos, random: createRandom('stack') });
  const silver = stacked.map(({ sentence, heads, relations }): ParserExample => {
    const words = sentence.tokens.map(({ form }) => infos.of(form));
    return { words, tags: tagger.tag(words), heads, relations, weight: SILVER_WEIGHT };
  });
  console.log(`${gold.length} gold and ${silver.length} silver trees`);
  const both = trainParser([...gold, ...silver], {
    epochs: 6,
    dropout: 0.1,
    random: createRandom('parser'),
    onEpoch: report('gold and silver'),
  });
  const mixed = mixModels([both, goldOnly], 'parser');
  console.log(`mixed: EWT dev ${score(new Parser(mixed), dev)}`);
  writeFileSync(weightsPath('parser/parser.bin'), mixed);
  console.log(`parser.bin: ${(mixed.length / 1e6).toFixed(2)} MB`);
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
