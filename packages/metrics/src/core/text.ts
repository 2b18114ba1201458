/** Analysis of a text by the language tools: tokens with offsets into the original string, tags, lemmas, a tree, entities. */

export type TokenizerKind = 'coco' | 'treebank';

/** A token's place in a dependency tree. */
export interface ParsedToken {
  /** 1-based index of the governor, 0 for the root. */
  head: number;
  /** Universal Dependencies relation without subtype. */
  relation: string;
}

/** Head and relation are present when the text was parsed. */
export interface Token extends Partial<ParsedToken> {
  text: string;
  start: number;
  end: number;
  /** Penn Treebank tag. */
  tag: string;
  lemma: string;
}

export const ENTITY_TYPES = [
  'PERSON',
  'NORP',
  'FAC',
  'ORG',
  'GPE',
  'LOC',
  'PRODUCT',
  'EVENT',
  'WORK_OF_ART',
  'LAW',
  'LANGUAGE',
  'DATE',
  'TIME',
  'PERCENT',
  'MONEY',
  'QUANTITY',
  'ORDINAL',
  'CARDINAL',
] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

export interface TextEntity {
  text: string;
  type: EntityType;
  start: number;
  end: number;
}

export interface Analysis {
  text: string;
  tokens: Token[];
  entities: TextEntity[];
}

export interface AnalyseOptions {
  /** Fill `head` and `relation`. */
  parse?: boolean;
  /** Fill `entities`; default: true. */
  entities?: boolean;
}
