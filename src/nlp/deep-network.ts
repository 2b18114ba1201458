/** The deep model's shape: adapters on MiniLM's layers (LoRA; Hu et al., 2022) and three heads: tags, arcs and relations (deep biaffine attention; Dozat and Manning, 2017). */
import type { WordInfo } from './word-info.ts';

export interface DeepLabels {
  tags: readonly string[];
  relations: readonly string[];
}

export const DEEP = { width: 384, wide: 1536, layers: 6, rank: 16, arc: 256, relation: 96, tag: 128 } as const;

/** The dense parts of a layer, with the sizes of their input and output. */
const DENSE: readonly [string, number, number][] = [
  ['attention.self.query', DEEP.width, DEEP.width],
  ['attention.self.key', DEEP.width, DEEP.width],
  ['attention.self.value', DEEP.width, DEEP.width],
  ['attention.output.dense', DEEP.width, DEEP.width],
  ['intermediate.dense', DEEP.width, DEEP.wide],
  ['output.dense', DEEP.wide, DEEP.width],
];

/** MiniLM reads small letters only, so each word also brings what it looks like: its five flags, and whether it is the first. */
export const WORD_FEATURES = 6;

export interface DeepParameter {
  name: string;
  shape: readonly number[];
  /** Random numbers of this size to begin with; 0 for none. */
  spread: number;
}

export function deepParameters({ tags, relations }: DeepLabels): DeepParameter[] {
  const list: DeepParameter[] = [];
  const add = (name: string, shape: readonly number[], spread: number) => list.push({ name, shape, spread });
  for (let layer = 0; layer < DEEP.layers; layer++) {
    for (const [part, from, to] of DENSE) {
      add(`encoder.layer.${layer}.${part}.down`, [from, DEEP.rank], 1 / Math.sqrt(from));
      add(`encoder.layer.${layer}.${part}.up`, [DEEP.rank, to], 0);
    }
  }
  const hidden = (name: string, size: number) => {
    add(`${name}.hidden`, [DEEP.width, size], 1 / Math.sqrt(DEEP.width));
    add(`${name}.features`, [WORD_FEATURES, size], 1 / Math.sqrt(DEEP.width));
    add(`${name}.bias`, [size], 0);
  };
  const linear = (name: string, from: number, to: number) => {
    add(`${name}.weight`, [from, to], 1 / Math.sqrt(from));
    add(`${name}.offset`, [to], 0);
  };
  hidden('tag', DEEP.tag);
  linear('tag', DEEP.tag, tags.length);
  hidden('arc.dependent', DEEP.arc);
  hidden('arc.head', DEEP.arc);
  add('arc.weight', [DEEP.arc, DEEP.arc], 1 / DEEP.arc);
  add('arc.offset', [DEEP.arc], 0);
  hidden('relation.dependent', DEEP.relation);
  hidden('relation.head', DEEP.relation);
  add('relation.pair', [DEEP.relation, relations.length * DEEP.relation], 1 / DEEP.relation);
  add('relation.lean', [relations.length * DEEP.relation], 0);
  linear('relation', DEEP.relation, relations.length);
  return list;
}

/** Writes what a sentence's words look like, a row of WORD_FEATURES each, from `offset` on. */
export function writeWordFeatures(words: readonly WordInfo[], into: Float32Array, offset: number): void {
  words.forEach(({ flags }, i) => {
    const row = offset + i * WORD_FEATURES;
    for (let bit = 0; bit < 5; bit++) into[row + bit] = (flags >> bit) & 1;
    into[row + 5] = i === 0 ? 1 : 0;
  });
}
