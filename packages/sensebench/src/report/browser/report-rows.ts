/** The data of a run report's items, as types for the code that writes them and the script that shows them. */

/** Where an expected text occurs: in the first group (sentence), the second, both, only in later ones, or nowhere. Also its CSS class. */
export type Found = 'first' | 'second' | 'both' | 'later' | 'missing';

export function foundIn(groups: readonly number[]): Found {
  if (groups.length === 0) return 'missing';
  const [first, second] = [groups.includes(0), groups.includes(1)];
  if (first && second) return 'both';
  return first ? 'first' : second ? 'second' : 'later';
}

export interface SoughtRow {
  text: string;
  found: Found;
  /** Whether it occurs in the wrong group. */
  astray?: boolean;
  note?: string;
}

export interface MarkRow {
  start: number;
  end: number;
  found: Found;
  note?: string;
}

export interface EvidenceRows {
  sought?: SoughtRow[];
  marks?: MarkRow[];
}

/** The stored form of a SoughtRow, in which text and note are indexes in `ItemBlock.texts`. */
export interface StoredSought {
  text: number;
  /** Default: first. */
  found?: Found;
  astray?: boolean;
  note?: number;
}

export interface StoredMark {
  start: number;
  end: number;
  /** Default: first. */
  found?: Found;
  note?: number;
}

export interface AnswerRow {
  text: string;
  /** The length of the whole text, if it is cut. */
  length?: number;
  /** In the order of the outputs. */
  scores: (number | null)[];
  sought?: StoredSought[];
  /** Default: none. */
  marks?: StoredMark[];
  /** The lines of the prompt, as indexes in `ItemBlock.texts`; absent if the run has no prompts. */
  prompt?: number[];
}

export interface ChoiceRow {
  label: string;
  text: string;
  right?: boolean;
}

export interface ItemRow {
  id: string;
  /** The model's input as one text, without the choices. */
  input: string;
  choices?: ChoiceRow[];
  references: string[];
  /** By run. */
  answers: AnswerRow[];
  /** By breakdown: the index of the item's group. Default: none. */
  groups?: (number | null)[];
}

/** A block of items. */
export interface ItemBlock {
  /** Distinct expected texts, notes and lines of prompts. */
  texts: string[];
  items: ItemRow[];
}

export interface ReportRows {
  runs: string[];
  /** The common beginning of all inputs, such as a theme, which is removed from them. Default: none. */
  common?: string;
  /** The scores, with the factor for display. */
  outputs: { name: string; scale: number }[];
  groups: { name: string; values: string[] }[];
  /** The number of items. */
  count: number;
  /** The first packed `ItemBlock`, which is shown while the browser reads the others. */
  first: string;
  columns: ReportColumns;
}

/** The values for filters and sorting, as packed lists with a value per item, so that no block needs to be unpacked for them. */
export interface ReportColumns {
  ids: string;
  /** By breakdown: `ItemRow.groups`. */
  groups: string[];
  /** By run, then by output: `AnswerRow.scores`. */
  scores: string[][];
  /** By run: 1 if an expected text is missing. Absent if no run has expected texts. */
  missing?: string[];
}
