/** The whole chain on plain text: tokens, tags, lemmas, entities and, when asked, the dependency tree. */
import type { AnalyseOptions, Analysis, Token } from '../core/index.ts';
import type { EntityRecognizer } from './entities.ts';
import { loadLemmatizer } from './lemmatizer.ts';
import { loadModels, type ModelFiles } from './models.ts';
import { tokenizeTreebank } from './tokenize-treebank.ts';
import { type UserGazetteer, withUserGazetteer } from './user-gazetteer.ts';
import type { WordInfo } from './word-info.ts';

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
const LONGEST = 2000;

export async function loadAnalyser(options: AnalyserOptions = {}): Promise<Analyser> {
  const models = await loadModels(options.files);
  const { infos } = models;
  const lemmatize = options.lemmatize ?? loadLemmatizer();
  const own = options.recognizer ?? models.recognizer;
  const recognizer = options.gazetteer ? withUserGazetteer(own, options.gazetteer) : own;

  function read(text: string, parse: boolean): { tokens: Token[]; words: WordInfo[] } {
    const tokens: Token[] = [];
    const words: WordInfo[] = [];
    const raw = tokenizeTreebank(text);
    for (let from = 0; from < raw.length; from += LONGEST) {
      const part = raw.slice(from, from + LONGEST);
      const partWords = part.map((token) => infos.of(token.text));
      const tags = models.tagger.tag(partWords);
      const tree = parse ? models.parser.parse(partWords, tags) : undefined;
      part.forEach(({ text: form, start, end }, i) => {
        const token: Token = { text: form, start, end, tag: tags[i], lemma: lemmatize(form, tags[i]) };
        if (tree) {
          token.head = tree[i].head === 0 ? 0 : tree[i].head + from;
          token.relation = tree[i].relation;
        }
        tokens.push(token);
        words.push(partWords[i]);
      });
    }
    return { tokens, words };
  }

  async function analyse(texts: readonly string[], { parse = false, entities: wanted = true }: AnalyseOptions = {}): Promise<Analysis[]> {
    const sentences = texts.map((text) => ({ text, ...read(text, parse) }));
    const found = wanted
      ? await recognizer.recognize(sentences.map((sentence) => ({ ...sentence, tags: sentence.tokens.map(({ tag }) => tag) })))
      : sentences.map(() => []);
    return sentences.map(({ text, tokens }, i) => ({ text, tokens, entities: found[i] }));
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
