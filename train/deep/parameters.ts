/** The trained parameters of the deep models: adapters on MiniLM (LoRA, Hu et al. 2022), heads for tags and trees (Dozat and Manning 2017). */
import { type DeepLabels, WORD_FEATURES } from '../../packages/sensebench/src/nlp/deep/deep-input.ts';

/** MiniLM's sizes. */
export const ENCODER = { width: 384, wide: 1536, layers: 6 } as const;

/** The adapters' rank, and the units of the hidden layers of the three heads. */
export interface DeepSizes {
  rank: number;
  tag: number;
  arc: number;
  relation: number;
}

export interface EntitySizes {
  rank: number;
  /** Layers before this one have no adapters. */
  first: number;
  entity: number;
}

/** The dense parts of a layer, with the sizes of their input and output. */
const DENSE: readonly [string, number, number][] = [
  ['attention.self.query', ENCODER.width, ENCODER.width],
  ['attention.self.key', ENCODER.width, ENCODER.width],
  ['attention.self.value', ENCODER.width, ENCODER.width],
  ['attention.output.dense', ENCODER.width, ENCODER.width],
  ['intermediate.dense', ENCODER.width, ENCODER.wide],
  ['output.dense', ENCODER.wide, ENCODER.width],
];

export interface DeepParameter {
  name: string;
  shape: readonly number[];
  /** Random numbers of this size to begin with; 0 for none. */
  spread: number;
}

/** An adapter of each dense part of each layer from `first` on: down to `rank` units and up again. */
function addAdapters(add: AddParameter, rank: number, first = 0): void {
  for (let layer = first; layer < ENCODER.layers; layer++) {
    for (const [part, from, to] of DENSE) {
      add(`encoder.layer.${layer}.${part}.down`, [from, rank], 1 / Math.sqrt(from));
      add(`encoder.layer.${layer}.${part}.up`, [rank, to], 0);
    }
  }
}

function addHidden(add: AddParameter, name: string, size: number, features: number): void {
  add(`${name}.hidden`, [ENCODER.width, size], 1 / Math.sqrt(ENCODER.width));
  add(`${name}.features`, [features, size], 1 / Math.sqrt(ENCODER.width));
  add(`${name}.bias`, [size], 0);
}

function addLinear(add: AddParameter, name: string, from: number, to: number): void {
  add(`${name}.weight`, [from, to], 1 / Math.sqrt(from));
  add(`${name}.offset`, [to], 0);
}

type AddParameter = (name: string, shape: readonly number[], spread: number) => void;

/** The entity model: adapters of its own and one head. */
export function entityParameters({ labels, sizes, features }: { labels: number; sizes: EntitySizes; features: number }): DeepParameter[] {
  const list: DeepParameter[] = [];
  const add: AddParameter = (name, shape, spread) => list.push({ name, shape, spread });
  addAdapters(add, sizes.rank, sizes.first);
  addHidden(add, 'entity', sizes.entity, features);
  addLinear(add, 'entity', sizes.entity, labels);
  return list;
}

export function deepParameters({ tags, relations }: DeepLabels, sizes: DeepSizes): DeepParameter[] {
  const list: DeepParameter[] = [];
  const add: AddParameter = (name, shape, spread) => list.push({ name, shape, spread });
  addAdapters(add, sizes.rank);
  const hidden = (name: string, size: number) => addHidden(add, name, size, WORD_FEATURES);
  const linear = (name: string, from: number, to: number) => addLinear(add, name, from, to);
  hidden('tag', sizes.tag);
  linear('tag', sizes.tag, tags.length);
  hidden('arc.dependent', sizes.arc);
  hidden('arc.head', sizes.arc);
  add('arc.weight', [sizes.arc, sizes.arc], 1 / sizes.arc);
  add('arc.offset', [sizes.arc], 0);
  hidden('relation.dependent', sizes.relation);
  hidden('relation.head', sizes.relation);
  add('relation.pair', [sizes.relation, relations.length * sizes.relation], 1 / sizes.relation);
  add('relation.lean', [relations.length * sizes.relation], 0);
  linear('relation', sizes.relation, relations.length);
  return list;
}
