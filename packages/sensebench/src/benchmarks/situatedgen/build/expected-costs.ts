/** Expected costs of SituatedGen's steps, for the remaining time: milliseconds on two cores, measured by bench/mine-growth.ts. */
import type { ExpectedCosts } from '../../../build/steps/index.ts';

/** Milliseconds per statement. */
const CONVERT = 0.2;
const ANALYSE = { given: 0.3, model: 0.35, deep: 6 };
const EMBED = 1.8;
const FRAMES = 1.1;
const CONTRAST = 0.15;
/** Milliseconds per statement, and per pair of statements. */
const MINE = { each: 0.25, pair: 2.5e-6 };
const SPLIT = 0.03;
/** Milliseconds for statistics and files, after the steps. */
const WRITE = 0.5;
/** The share of statements that are embedded, as long as it is unknown. */
const SITUATED = 0.7;

export interface CostsOptions {
  /** The model that finds the entities. A user's model costs about as much as the deep one. */
  entities: 'given' | 'model' | 'deep' | object;
  pairs: 'paper' | 'strict' | 'model';
  /** The number of statements with context and keywords, once it is known. */
  keyed?: number;
}

/** `rows` is the number of rows of the sources. */
export function expectedCosts(rows: number, { entities, pairs, keyed = SITUATED * rows }: CostsOptions): ExpectedCosts {
  const strict = pairs === 'strict' ? keyed : 0;
  return {
    convert: CONVERT * rows,
    analyse: ANALYSE[typeof entities === 'object' ? 'deep' : entities] * rows,
    embed: EMBED * keyed,
    mine: MINE.each * keyed + MINE.pair * keyed ** 2,
    frames: FRAMES * strict,
    contrast: CONTRAST * strict,
    split: SPLIT * keyed,
    write: WRITE * keyed,
  };
}
