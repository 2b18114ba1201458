/** The tools that metrics, build steps and runners receive. They are created once by the command line, never by their users. */

import type { App } from './action.ts';
import type { AnsweringModel } from './answering-model.ts';
import type { AnalyseOptions, Analysis, TokenizerKind } from './text.ts';

export interface Embedder {
  id: string;
  dimensions: number;
  /** The engine, if there are several: their vectors differ in the last digits. */
  engine?: string;
  /** One unit-length row of `dimensions` numbers per text, in the order of the texts. */
  embed(
    texts: readonly string[],
    options?: { signal?: AbortSignal; onProgress?(done: number, total: number): void },
  ): Promise<Float32Array>;
  /** Slower, but byte-identical on every engine and processor. Absent if `embed` already is. */
  exact?(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array>;
}

/** Token vectors of one text, as BERTScore reads them; special tokens are included and flagged. */
export interface EncodedText {
  tokens: string[];
  ids: number[];
  special: boolean[];
  /** tokens.length rows of `dimensions` numbers. */
  states: Float32Array;
}

export interface Encoder {
  id: string;
  dimensions: number;
  layers: number;
  encode(texts: readonly string[], options: { layer: number }): Promise<EncodedText[]>;
}

export interface LanguageModel {
  id: string;
  /** Natural-log probability of each text, end of sentence included. */
  logprob(texts: readonly string[]): Promise<number[]>;
}

export type WordNetPos = 'n' | 'v' | 'a' | 'r';

export interface WordNet {
  /** Synset numbers of a base form (words separated by spaces or underscores), most frequent sense first; of all parts of speech by default. */
  synsets(lemma: string, pos?: WordNetPos): readonly number[];
  /** Base forms of an inflected word by WordNet's exceptions and detachment rules, best first. */
  baseForms(word: string, pos: WordNetPos): string[];
  /** Base forms listed for an irregular form; none for a regular word. */
  exceptions(word: string, pos: WordNetPos): readonly string[];
  hypernyms(synset: number): readonly number[];
  words(synset: number): string[];
  pos(synset: number): WordNetPos;
}

export interface Truecaser {
  /** Changes capitalization only; the length of the text stays the same. */
  restore(text: string): string;
}

/** Positions in a tile: row `rows[i]` of the first block with row `columns[i]` of the second. */
export interface TilePlaces {
  rows: Int32Array;
  columns: Int32Array;
  /** Their products, in single precision. */
  products: Float32Array;
}

export interface TileBounds {
  dimensions: number;
  /** The bound of each row. */
  least: Float32Array;
  /** The bound of each column: products that reach either bound are found. */
  leastOfColumns?: Float32Array;
  /** Finds only products within this distance of the best in their row. */
  best?: number;
}

/** Compares two blocks of unit vectors by their products in single precision. Engines differ in the last digits, so callers must leave slack. */
export interface TileFinder {
  id: string;
  /** The block size at which it is fastest. */
  size: number;
  /** Positions whose product reaches a bound, ordered by row, then by column. */
  find(first: Float32Array, second: Float32Array, options: TileBounds): Promise<TilePlaces>;
}

export interface Tools {
  /** The texts of the tokens only, which metrics compare. */
  tokens(kind: TokenizerKind, text: string): string[];
  analyse(texts: readonly string[], options?: AnalyseOptions): Promise<Analysis[]>;
  /** The fast analyser, if `analyse` is the deep one, for a second opinion. */
  analyseFast?(texts: readonly string[], options?: AnalyseOptions): Promise<Analysis[]>;
  embedder?: Embedder;
  /** Absent if only the WebAssembly implementation is available, which the callers bring themselves. */
  tiles?: TileFinder;
  encoder?: Encoder;
  wordnet?: WordNet;
  truecaser?: Truecaser;
  languageModel?: LanguageModel;
  model?: AnsweringModel;
  /** Ids by tool (analyser, embedder, encoder, wordnet, truecaser, model), which change with its weights or engine and are part of the cache keys of build steps. `vectors` names the library and processor, on which the last digits of embeddings depend. */
  ids?: Readonly<Record<string, string>>;
}

/** The tools to load; no others are loaded. */
export interface ToolNeeds {
  /** `deep`: the better and slower of the two analysers. */
  analyse?: boolean | 'deep' | AnalyserNeeds;
  /** `int8`: faster and less exact vectors. */
  embedder?: boolean | 'int8';
  /** A fast comparison of vectors. It does not affect results, so cache keys do not include it. */
  tiles?: boolean;
  encoder?: boolean;
  wordnet?: boolean;
  truecaser?: boolean;
  /** A language model by its name. */
  languageModel?: string;
  /** The model named by the user, in commands that take one. */
  model?: boolean;
}

/** Tags and trees of one analyser, entities of another model. */
export interface AnalyserNeeds {
  deep: boolean;
  /** The shipped model that finds the entities; default: as `deep`. */
  entities?: 'linear' | 'deep';
  /** The folder of an ONNX model that finds them instead. */
  recognizer?: string;
}

/** An edge between two English words or phrases in ConceptNet (Speer et al. 2017); phrases contain underscores. */
export interface ConceptEdge {
  relation: string;
  start: string;
  end: string;
}

/** Tools for commands with `--deep`: the same, except that requests for an analyser get the deep one. */
export function readDeeply(tools: App['tools'], { deep }: { deep: boolean }): App['tools'] {
  return deep ? (needs) => tools(needs.analyse === true ? { ...needs, analyse: 'deep' } : needs) : tools;
}
