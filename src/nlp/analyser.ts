/** The whole chain on plain text: sentences, tokens, tags, lemmas, entities and, when asked, a dependency tree per sentence. */
import type { AnalyseOptions, Analysis, Token } from '../core/index.ts';
import type { EntityRecognizer, EntitySentence } from './entities.ts';
import { loadLemmatizer } from './lemmatizer.ts';
import { loadModels, type ModelFiles } from './models.ts';
import { splitSentences } from './sentences.ts';
import { type TreebankToken, tokenizeTreebank } from './tokenize-treebank.ts';
import { type UserGazetteer, withUserGazetteer } from './user-gazetteer.ts';

export interface AnalyserOptions {
  /** Base form of a token; the shipped lemmatizer without it. */
  lemmatize?: (word: string, tag: string) => string;
  /** Another entity recognizer, for example an ONNX token classifier (entities-onnx.ts). */
  recognizer?: EntityRecognizer;
  /** Names of your own, each found wherever it stands, whatever the model says. */
  gazetteer?: UserGazetteer;
  /** Model files instead of the shipped ones. */
  files?: ModelFiles;
}

export interface Analyser {
  analyse(texts: readonly string[], options?: AnalyseOptions): Promise<Analysis[]>;
  /** One analysis per text as it comes, in constant memory. */
  stream(texts: AsyncIterable<string> | Iterable<string>, options?: AnalyseOptions): AsyncGenerator<Analysis>;
}

/** Texts that are read together while streaming. */
const BATCH = 64;
/** A longer run of tokens is cut for the models, so that memory stays small; no sentence is that long. */
const LONGEST = 1000;

export async function loadAnalyser(options: AnalyserOptions = {}): Promise<Analyser> {
  const models = await loadModels(options.files);
  const { infos } = models;
  const lemmatize = options.lemmatize ?? loadLemmatizer();
  const own = options.recognizer ?? models.recognizer;
  const recognizer = options.gazetteer ? withUserGazetteer(own, options.gazetteer) : own;

  /** The sentences of a text, each tagged and parsed on its own; offsets and heads count in the whole text. */
  function read(text: string, parse: boolean): (EntitySentence & { tokens: Token[] })[] {
    let before = 0;
    return cutTokens(text).map((part) => {
      const words = part.map((token) => infos.of(token.text));
      const tags = models.tagger.tag(words);
      const tokens = part.map(
        ({ text: form, start, end }, i): Token => ({ text: form, start, end, tag: tags[i], lemma: lemmatize(form, tags[i]) }),
      );
      if (parse) {
        models.parser.parse(words, tags).forEach(({ head, relation }, i) => {
          tokens[i].head = head === 0 ? 0 : head + before;
          tokens[i].relation = relation;
        });
      }
      before += part.length;
      return { text, tokens, words, tags };
    });
  }

  async function analyse(texts: readonly string[], { parse = false, entities: wanted = true }: AnalyseOptions = {}): Promise<Analysis[]> {
    const parts = texts.map((text) => read(text, parse));
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

/** Tokens sentence by sentence. */
function cutTokens(text: string): TreebankToken[][] {
  const tokens = tokenizeTreebank(text);
  const parts: TreebankToken[][] = [];
  let from = 0;
  for (const { end } of [...splitSentences(text), { end: text.length }]) {
    let to = from;
    while (to < tokens.length && tokens[to].start < end) to++;
    for (let at = from; at < to; at += LONGEST) parts.push(tokens.slice(at, Math.min(to, at + LONGEST)));
    from = to;
  }
  return parts;
}
