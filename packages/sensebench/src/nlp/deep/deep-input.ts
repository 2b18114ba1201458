/** Sentences as the deep models read them: word pieces, a matrix that averages the pieces of each word, and features of its form. */

import type { WordInfo } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import { padBatch } from '../embeddings/embed-texts.ts';
import type { PieceTokenizer } from '../embeddings/word-pieces.ts';

/** The deep model's shape: adapters on MiniLM (LoRA, Hu et al. 2022), heads for tags and trees (Dozat and Manning 2017). */
export interface DeepLabels {
  tags: readonly string[];
  relations: readonly string[];
}

/** MiniLM reads small letters only, so each word also brings what it looks like: its five flags, and whether it is the first. */
export const WORD_FEATURES = 6;

/** Writes what a sentence's words look like, a row of WORD_FEATURES each, from `offset` on. */
export function writeWordFeatures(words: readonly WordInfo[], into: Float32Array, offset: number): void {
  words.forEach(({ flags }, i) => {
    const row = offset + i * WORD_FEATURES;
    for (let bit = 0; bit < 5; bit++) into[row + bit] = (flags >> bit) & 1;
    into[row + 5] = i === 0 ? 1 : 0;
  });
}

/** A word of more pieces is read by its first ones. */
const MOST_PIECES = 8;
/** MiniLM's positions end here; words beyond have no pieces and only their looks. */
const MOST_POSITIONS = 510;

export interface DeepSentence {
  words: readonly WordInfo[];
  /** Pieces of the whole sentence, its start and end marks included. */
  ids: readonly number[];
  /** The first piece of each word, and one past the last word's. */
  starts: readonly number[];
}

export interface DeepBatch {
  sentences: number;
  /** Pieces and words of the longest sentence; row 0 of the words is the root, for which the start mark is read. */
  length: number;
  width: number;
  ids: Int32Array;
  mask: Int32Array;
  /** sentences × width × length: each word averages its pieces. */
  pool: Float32Array;
  /** sentences × width × as many columns as a word's looks have. */
  features: Float32Array;
}

/** What the words of a sentence look like: `write` fills a row of `columns` for each word, from `offset` on. */
export interface WordLooks {
  columns: number;
  write(words: readonly WordInfo[], into: Float32Array, offset: number): void;
}

const PLAIN_LOOKS: WordLooks = { columns: WORD_FEATURES, write: writeWordFeatures };

export class DeepReader {
  private readonly looks: WordLooks;
  private readonly tokenizer: PieceTokenizer;
  private readonly known = new Map<string, number[]>();
  private readonly first: number;
  private readonly last: number;
  private readonly unknown: number;

  constructor(tokenizer: PieceTokenizer, looks: WordLooks = PLAIN_LOOKS) {
    this.tokenizer = tokenizer;
    this.looks = looks;
    [this.first, this.last] = tokenizer.encode('').ids;
    this.unknown = tokenizer.encode('\u{10FFFF}').ids[1];
  }

  sentence(words: readonly WordInfo[]): DeepSentence {
    const ids = [this.first];
    const starts: number[] = [];
    for (const { form } of words) {
      starts.push(ids.length);
      const pieces = this.pieces(form);
      if (ids.length + pieces.length <= MOST_POSITIONS) ids.push(...pieces);
    }
    starts.push(ids.length);
    ids.push(this.last);
    return { words, ids, starts };
  }

  batch(sentences: readonly DeepSentence[]): DeepBatch {
    const {
      ids: pieces,
      mask,
      length,
    } = padBatch(
      sentences.map(({ ids }) => ids),
      this.tokenizer.padId,
    );
    const width = 1 + Math.max(...sentences.map(({ words }) => words.length));
    const batch: DeepBatch = {
      sentences: sentences.length,
      length,
      width,
      ids: pieces,
      mask,
      pool: new Float32Array(sentences.length * width * length),
      features: new Float32Array(sentences.length * width * this.looks.columns),
    };
    sentences.forEach(({ words, starts }, row) => {
      batch.pool[row * width * length] = 1;
      for (let word = 0; word < words.length; word++) {
        const from = (row * width + word + 1) * length;
        batch.pool.fill(1 / (starts[word + 1] - starts[word]), from + starts[word], from + starts[word + 1]);
      }
      this.looks.write(words, batch.features, (row * width + 1) * this.looks.columns);
    });
    return batch;
  }

  private pieces(form: string): number[] {
    const known = this.known.get(form);
    if (known) return known;
    const ids = this.tokenizer.encode(form.slice(0, 100)).ids.slice(1, -1).slice(0, MOST_PIECES);
    const pieces = ids.length > 0 ? ids : [this.unknown];
    if (this.known.size >= 100_000) this.known.clear();
    this.known.set(form, pieces);
    return pieces;
  }
}
