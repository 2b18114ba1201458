/** The sentences that entity recognizers learn from: silver ones, every twentieth of them held out for development, and our own. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom, type EntityType } from '../../packages/metrics/src/core/index.ts';
import { tokenizeTreebank } from '../../packages/metrics/src/nlp/tokens/tokenize-treebank.ts';
import { type WordInfo, WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Tagger } from '../../packages/sensebench/src/nlp/analysis/tagger.ts';
import type { Span } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import { Gazetteer } from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';
import { readLexicon, readSilver, weightsPath } from '../corpora.ts';
import { applyConventions } from './conventions.ts';
import type { CheckedSentence } from './cross-check.ts';
import { countArticles, silverLabels } from './silver-labels.ts';

const HELD_OUT = 20;
/** This share of the sentences is read in small letters: much text comes without capitals. */
const LOWERED = 0.25;
export const OWN_COPIES = 2;
/** Sentences of EWT have labels of one teacher only. */
const EWT_WEIGHT = 0.5;

export interface TrainingSentences {
  gazetteer: Gazetteer;
  training: CheckedSentence[];
  heldOut: CheckedSentence[];
  own: CheckedSentence[];
  /** A text's words and tags. */
  read(text: string): { words: WordInfo[]; tags: string[] };
}

interface TokensOf {
  tokens: { start: number; end: number }[];
  words: WordInfo[];
  tags: string[];
}

export function readTrainingSentences(): TrainingSentences {
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
      const low = tokens.map((token) => infos.of(smallLetters(token.text)));
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
      add(text, random.next() < LOWERED, 1, own, ({ tokens, words, tags }) =>
        applyConventions({ words, tags, spans: toSpans(tokens, entities) }, gazetteer),
      );
  }
  const read = (text: string) => {
    const words = tokenizeTreebank(text).map((token) => infos.of(token.text));
    return { words, tags: tagger.tag(words) };
  };
  return { gazetteer, training, heldOut, own, read };
}

/** "US" stays as it is: "us" is no country. */
function smallLetters(form: string): string {
  return form === 'US' ? form : form.toLowerCase();
}

interface OwnSentence {
  text: string;
  entities: { start: number; end: number; type: EntityType }[];
}

function readOwnSentences(): OwnSentence[] {
  const path = weightsPath('entities/own-sentences.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OwnSentence);
}

function toSpans(tokens: readonly { start: number; end: number }[], entities: OwnSentence['entities']): Span[] {
  return entities
    .map(({ start, end, type }) => ({
      start: tokens.findIndex((token) => token.end > start),
      end: tokens.findLastIndex((token) => token.start < end) + 1,
      type,
    }))
    .filter((span) => span.start >= 0 && span.end > span.start);
}
