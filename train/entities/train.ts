/** Trains the entity recognizer on the silver sentences and on our own; every twentieth silver sentence is held out for development. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom, type EntityType } from '../../src/core/index.ts';
import { Tagger } from '../../src/nlp/analysis/tagger.ts';
import { labelsOf, PerceptronRecognizer, type Span } from '../../src/nlp/entities/entities.ts';
import { entityInput } from '../../src/nlp/entities/entity-features.ts';
import { Gazetteer } from '../../src/nlp/entities/gazetteers.ts';
import { tokenizeTreebank } from '../../src/nlp/tokens/tokenize-treebank.ts';
import { type WordInfo, WordInfos } from '../../src/nlp/words/word-info.ts';
import { readLexicon, readSilver, weightsPath } from '../corpora.ts';
import { mixModels } from '../mix-models.ts';
import { type CheckedSentence, crossCheck } from './cross-check.ts';
import { countArticles, silverLabels } from './silver-labels.ts';
import { type EntityExample, trainEntities } from './train-entities.ts';

const HELD_OUT = 20;
/** This share of the sentences is read in small letters: much text comes without capitals. */
const LOWERED = 0.25;
const OWN_COPIES = 2;
/** Sentences of EWT have labels of one teacher only. */
const EWT_WEIGHT = 0.5;
const RUNS = 2;
/** A mistake at one token moves its score by two for each of about 45 features. */
const MARGIN = 10;
/** Weights below this share of the largest are dropped. */
const SMALLEST = 0.003;

export function trainEntitiesModel(): void {
  const infos = new WordInfos(readLexicon());
  const gazetteer = Gazetteer.decode(gunzipSync(readFileSync(weightsPath('entities/gazetteer.bin.gz'))));
  const tagger = new Tagger(readFileSync(weightsPath('tagger/tagger.bin')));
  const random = createRandom('entities');
  const silver = readSilver();
  const articles = countArticles(silver);
  const training: CheckedSentence[] = [];
  const heldOut: CheckedSentence[] = [];
  const add = (
    text: string,
    lowered: boolean,
    weight: number,
    into: CheckedSentence[],
    spansOf: (t: TokensOf) => { spans: Span[]; unsure?: Uint8Array },
  ) => {
    const tokens = tokenizeTreebank(text);
    const words = tokens.map((token) => infos.of(token.text));
    const tags = tagger.tag(words);
    const labels = spansOf({ tokens, words, tags });
    if (!lowered) into.push({ words, tags, ...labels, weight });
    else {
      const low = tokens.map((token) => infos.of(token.text.toLowerCase()));
      into.push({ words: low, tags: tagger.tag(low), ...labels, weight });
    }
  };
  silver.forEach((sentence, i) => {
    const label = ({ tokens, words, tags }: TokensOf) => silverLabels(sentence, tokens, words, tags, gazetteer, articles);
    const out = i % HELD_OUT === 0;
    const lowered = !out && random.next() < LOWERED;
    add(sentence.text, lowered, sentence.both ? 1 : EWT_WEIGHT, out ? heldOut : training, label);
  });
  const own: CheckedSentence[] = [];
  for (const { text, entities } of readOwnSentences()) {
    for (let copy = 0; copy < OWN_COPIES; copy++)
      add(text, random.next() < LOWERED, 1, own, ({ tokens }) => ({ spans: toSpans(tokens, entities) }));
  }
  // Some runs learn from the labels as they are read, some from the labels that the cross-check leaves; mixed, they beat each.
  const options = { gazetteer, heldOut };
  const asRead = Array.from({ length: RUNS }, (_, run) => train(`as read ${run}`, [...training, ...own], { ...options, epochs: 4 }));
  const { doubted, corrected } = crossCheck(training, own, { gazetteer, random: createRandom('cross-check'), epochs: 2 });
  console.log(`cross-check: ${doubted} labels doubted, ${corrected} corrected`);
  const checked = Array.from({ length: RUNS }, (_, run) => train(`cross-checked ${run}`, [...training, ...own], { ...options, epochs: 3 }));
  const mixed = mixModels([...asRead, ...checked], 'entities', { smallest: SMALLEST });
  console.log(`mean of ${2 * RUNS} runs: held out: ${score(new PerceptronRecognizer(mixed, gazetteer), heldOut)}`);
  writeFileSync(weightsPath('entities/entities.bin'), mixed);
  console.log(`entities.bin: ${(mixed.length / 1e6).toFixed(2)} MB`);
}

function train(
  name: string,
  sentences: readonly CheckedSentence[],
  { epochs, gazetteer, heldOut }: { epochs: number; gazetteer: Gazetteer; heldOut: readonly CheckedSentence[] },
): Uint8Array {
  const random = createRandom(`entities ${name}`);
  const examples: EntityExample[] = sentences.map(({ words, tags, spans, unsure, weight }) => ({
    input: entityInput(words, tags, gazetteer),
    labels: labelsOf(spans, words.length),
    unsure,
    weight,
  }));
  return trainEntities(examples, {
    epochs,
    shuffle: random.shuffle,
    random: random.next,
    dropout: 0.15,
    margin: MARGIN,
    onEpoch(epoch, accuracy, compile) {
      const held = score(new PerceptronRecognizer(compile(), gazetteer), heldOut);
      console.log(`${name}, epoch ${epoch}: ${(100 * accuracy).toFixed(2)} of the labels; held out: ${held}`);
    },
  });
}

interface TokensOf {
  tokens: { start: number; end: number }[];
  words: WordInfo[];
  tags: string[];
}

interface OwnSentence {
  text: string;
  entities: { start: number; end: number; type: EntityType }[];
}

export function readOwnSentences(): OwnSentence[] {
  const path = weightsPath('entities/own-sentences.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OwnSentence);
}

export function toSpans(tokens: readonly { start: number; end: number }[], entities: OwnSentence['entities']): Span[] {
  return entities
    .map(({ start, end, type }) => ({
      start: tokens.findIndex((token) => token.end > start),
      end: tokens.findLastIndex((token) => token.start < end) + 1,
      type,
    }))
    .filter((span) => span.start >= 0 && span.end > span.start);
}

function score(recognizer: PerceptronRecognizer, sentences: readonly CheckedSentence[]): string {
  const counts: Record<string, { right: number; found: number; gold: number }> = {};
  const of = (type: string) => (counts[type] ??= { right: 0, found: 0, gold: 0 });
  for (const { words, tags, spans } of sentences) {
    const gold = new Set(spans.map(({ start, end, type }) => `${start} ${end} ${type}`));
    for (const { type } of spans) of(type).gold++;
    for (const { start, end, type } of recognizer.spans(words, tags)) {
      of(type).found++;
      if (gold.has(`${start} ${end} ${type}`)) of(type).right++;
    }
  }
  const f1 = ({ right, found, gold }: { right: number; found: number; gold: number }) =>
    ((200 * right) / Math.max(1, found + gold)).toFixed(1);
  const four = ['GPE', 'DATE', 'TIME', 'EVENT'];
  const sum = four.map(of).reduce((a, b) => ({ right: a.right + b.right, found: a.found + b.found, gold: a.gold + b.gold }));
  return `F1 ${f1(sum)}, ${four.map((type) => `${type} ${f1(of(type))}`).join(', ')}`;
}
