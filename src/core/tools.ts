/** The tools that metrics, build steps and runners are handed: made once by the command line, never by those who use them. */

import type { App } from './action.ts';
import type { AnsweringModel } from './answering-model.ts';
import type { AnalyseOptions, Analysis, TokenizerKind } from './text.ts';

export interface Embedder {
  id: string;
  dimensions: number;
  /** What computes it, where several can: their vectors differ in the last digits. */
  engine?: string;
  /** One unit-length row of `dimensions` numbers per text, in the order of the texts. */
  embed(
    texts: readonly string[],
    options?: { signal?: AbortSignal; onProgress?(done: number, total: number): void },
  ): Promise<Float32Array>;
  /** Slower: vectors that are the same bytes with every engine and processor. Absent where `embed` gives these. */
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
  /** Synset numbers of a base form (spaces or underscores between words), most frequent sense first; of all parts of speech without `pos`. */
  synsets(lemma: string, pos?: WordNetPos): readonly number[];
  /** Base forms of an inflected word by WordNet's exceptions and detachment rules, best first. */
  baseForms(word: string, pos: WordNetPos): string[];
  /** Bases that the exception list names for an irregular form; none for a regular word. */
  exceptions(word: string, pos: WordNetPos): readonly string[];
  hypernyms(synset: number): readonly number[];
  words(synset: number): string[];
  pos(synset: number): WordNetPos;
}

export interface Truecaser {
  /** The text with other capitals; its length and all else stay the same. */
  restore(text: string): string;
}

/** Places of a tile: row `rows[i]` of the first block with row `columns[i]` of the second. */
export interface TilePlaces {
  rows: Int32Array;
  columns: Int32Array;
  /** Their products, as exact as single precision is. */
  products: Float32Array;
}

export interface TileBounds {
  dimensions: number;
  /** The bound of each row. */
  least: Float32Array;
  /** The bound of each column: a product that reaches one of its two bounds is found. */
  leastOfColumns?: Float32Array;
  /** Only products that are that near to the best of their row. */
  best?: number;
}

/** Compares two blocks of unit vectors by their products in single precision. Engines differ in the last digits, so that who uses it leaves slack. */
export interface TileFinder {
  id: string;
  /** Rows of a block that it is fastest with. */
  size: number;
  /** Places whose product reaches a bound, in the order of rows, then columns. */
  find(first: Float32Array, second: Float32Array, options: TileBounds): Promise<TilePlaces>;
}

export interface Tools {
  /** Token texts only: what metrics compare. */
  tokens(kind: TokenizerKind, text: string): string[];
  analyse(texts: readonly string[], options?: AnalyseOptions): Promise<Analysis[]>;
  /** The fast reader, where `analyse` is the deep one: a second opinion. */
  analyseFast?(texts: readonly string[], options?: AnalyseOptions): Promise<Analysis[]>;
  embedder?: Embedder;
  /** Absent where only the WebAssembly one is there, which who compares vectors has. */
  tiles?: TileFinder;
  encoder?: Encoder;
  wordnet?: WordNet;
  truecaser?: Truecaser;
  languageModel?: LanguageModel;
  model?: AnsweringModel;
  /** Changes when a tool's weights or engine do, by name: analyser, embedder, encoder, wordnet, truecaser, model. Keys of build steps name them. `vectors`: library and processor that the embedder's last digits depend on. */
  ids?: Readonly<Record<string, string>>;
}

/** Which tools are wanted; those are loaded and no others. */
export interface ToolNeeds {
  /** `deep`: the better and slower of the two analysers. */
  analyse?: boolean | 'deep' | AnalyserNeeds;
  /** `int8`: faster and less exact vectors. */
  embedder?: boolean | 'int8';
  /** A fast comparison of vectors. Results are the same without it, so that no key names it. */
  tiles?: boolean;
  encoder?: boolean;
  wordnet?: boolean;
  truecaser?: boolean;
  /** A language model by its name. */
  languageModel?: string;
  /** The model that the user named, in commands that take one. */
  model?: boolean;
}

/** Tags and trees of one analyser, entities of another model. */
export interface AnalyserNeeds {
  deep: boolean;
  /** Which of our models finds the entities; default: as `deep` says. */
  entities?: 'linear' | 'deep';
  /** The folder of an ONNX model that finds them instead. */
  recognizer?: string;
}

/** An edge between two English words or phrases of ConceptNet (Speer et al. 2017); phrases have underscores. */
export interface ConceptEdge {
  relation: string;
  start: string;
  end: string;
}

/** Tools whose analyser is the deep one, for commands with `--deep`. The same tools; what asks for an analyser gets the deep one. */
export function readDeeply(tools: App['tools'], { deep }: { deep: boolean }): App['tools'] {
  return deep ? (needs) => tools(needs.analyse === true ? { ...needs, analyse: 'deep' } : needs) : tools;
}
