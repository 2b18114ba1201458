/** The whole chain on plain text: sentences, tokens, tags, lemmas, entities and, when asked, a dependency tree per sentence. */
import type { AnalyseOptions, Analysis, Token } from '@sensebench/metrics/internal/core';
import { splitSentences } from '@sensebench/metrics/internal/nlp/tokens/sentences.ts';
import { type TreebankToken, tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import { type EntityRecognizer, type EntitySentence, type Span, spanEntities } from '../entities/entities.ts';
import { type UserGazetteer, withUserGazetteer } from '../entities/user-gazetteer.ts';
import { loadLemmatizer } from '../word-forms/lemmatizer.ts';
import { loadSentenceReader, type ReaderOptions } from './sentence-reader.ts';

export interface AnalyserOptions extends ReaderOptions {
  /** Base form of a token; the shipped lemmatizer without it. */
  lemmatize?: (word: string, tag: string) => string;
  /** Another entity recognizer, for example an ONNX token classifier (entities-onnx.ts). */
  recognizer?: EntityRecognizer;
  /** Your own names, each found wherever it occurs, whatever the model says. */
  gazetteer?: UserGazetteer;
}

export interface Analyser {
  analyse(texts: readonly string[], options?: AnalyseOptions): Promise<Analysis[]>;
  /** One analysis per text as it comes, in constant memory. */
  stream(texts: AsyncIterable<string> | Iterable<string>, options?: AnalyseOptions): AsyncGenerator<Analysis>;
}

/** Texts that are read together while streaming. */
const BATCH = 64;

interface ReadSentence extends EntitySentence {
  tokens: Token[];
  spans: readonly Span[];
}

export async function loadAnalyser(options: AnalyserOptions = {}): Promise<Analyser> {
  const { infos, reader } = await loadSentenceReader(options);
  const lemmatize = options.lemmatize ?? loadLemmatizer();
  const own: EntityRecognizer = options.recognizer ?? { id: reader.id, recognize: async (sentences) => sentences.map(spanEntities) };
  const recognizer = options.gazetteer ? withUserGazetteer(own, options.gazetteer) : own;

  /** The sentences of each text, each read on its own; offsets and heads count in the whole text. */
  async function read(texts: readonly string[], wanted: { parse: boolean; entities: boolean }): Promise<ReadSentence[][]> {
    const parts = texts.map((text) => cutTokens(text, reader.longest));
    const words = parts.flat().map((part) => part.map((token) => infos.of(token.text)));
    const readings = await reader.read(words, wanted);
    let next = 0;
    return parts.map((sentences, k) => {
      let before = 0;
      return sentences.map((part) => {
        const { tags, tree, spans = [] } = readings[next];
        const tokens = part.map(({ text, start, end }, i): Token => {
          const token: Token = { text, start, end, tag: tags[i], lemma: lemmatize(text, tags[i]) };
          if (!tree) return token;
          const { head, relation } = tree[i];
          return { ...token, head: head === 0 ? 0 : head + before, relation };
        });
        before += part.length;
        return { text: texts[k], tokens, words: words[next++], tags, spans };
      });
    });
  }

  async function analyse(texts: readonly string[], { parse = false, entities: wanted = true }: AnalyseOptions = {}): Promise<Analysis[]> {
    const parts = await read(texts, { parse, entities: wanted && !options.recognizer });
    const found = wanted ? await recognizer.recognize(parts.flat()) : [];
    let next = 0;
    return texts.map((text, i) => {
      const sentences = parts[i];
      const entities = found.slice(next, next + sentences.length).flat();
      next += sentences.length;
      return { text, tokens: sentences.flatMap(({ tokens }) => tokens), entities };
    });
  }

  async function* stream(texts: AsyncIterable<string> | Iterable<string>, options?: AnalyseOptions): AsyncGenerator<Analysis> {
    let batch: string[] = [];
    for await (const text of texts) {
      batch.push(text);
      if (batch.length < BATCH) continue;
      yield* await analyse(batch, options);
      batch = [];
    }
    yield* await analyse(batch, options);
  }

  return { analyse, stream };
}

/** Tokens sentence by sentence; a run of more than `longest` is cut. */
function cutTokens(text: string, longest: number): TreebankToken[][] {
  const tokens = tokenizeTreebank(text);
  const parts: TreebankToken[][] = [];
  let from = 0;
  for (const { end } of [...splitSentences(text), { end: text.length }]) {
    let to = from;
    while (to < tokens.length && tokens[to].start < end) to++;
    for (let at = from; at < to; at += longest) parts.push(tokens.slice(at, Math.min(to, at + longest)));
    from = to;
  }
  return parts;
}
