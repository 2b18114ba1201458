/** Costs of SituatedGen's steps beside each other, for the time left: milliseconds on two cores, from bench/mine-growth.ts. */
import type { ExpectedCosts } from '../../../build/steps/index.ts';

/** For each statement. */
const CONVERT = 0.2;
const ANALYSE = { given: 0.3, model: 0.35, deep: 6 };
const EMBED = 1.8;
const FRAMES = 1.1;
const CONTRAST = 0.15;
/** For each statement, and for each two. */
const MINE = { each: 0.25, pair: 2.5e-6 };
const SPLIT = 0.03;
/** Figures and files, after the steps. */
const WRITE = 0.5;
/** The share of statements that is embedded where it is not known yet. */
const SITUATED = 0.7;

export interface CostsOptions {
  /** The model that finds the entities; a user's own model costs about as much as the deep one. */
  entities: 'given' | 'model' | 'deep' | object;
  pairs: 'paper' | 'strict';
  /** Statements with context and keywords, once they are known. */
  keyed?: number;
}

/** `rows` are those of the sources. */
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
