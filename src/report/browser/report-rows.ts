/** The data of a run report's items: one type for the code that writes them and for the script that shows them. */

/** Where something sought was found: in the first group (sentence), the second, both, only in later ones, or nowhere. Also the class that colours it. */
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
  /** Found in the wrong group. */
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

/** A SoughtRow as the page holds it: text and note are places in `ItemBlock.texts`. */
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
  /** Length of the whole text, if the text is cut. */
  length?: number;
  /** In the order of the outputs. */
  scores: (number | null)[];
  sought?: StoredSought[];
  /** Default: none. */
  marks?: StoredMark[];
  /** Lines of what the model was sent, as places in `ItemBlock.texts`; absent where the run does not have it. */
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
  /** By breakdown: the place of the item's group among its values. Default: none. */
  groups?: (number | null)[];
}

/** Items that are packed together. */
export interface ItemBlock {
  /** Sought texts, notes and lines of prompts, each once. */
  texts: string[];
  items: ItemRow[];
}

export interface ReportRows {
  runs: string[];
  /** The beginning that all inputs share (a theme); inputs are without it. Default: nothing. */
  common?: string;
  /** Scores with what they are multiplied by when shown. */
  outputs: { name: string; scale: number }[];
  groups: { name: string; values: string[] }[];
  /** Number of items. */
  count: number;
  /** The first `ItemBlock`, packed: it is shown while the browser reads the others. */
  first: string;
  columns: ReportColumns;
}

/** What the page narrows and sorts by: packed lists with a value for each item, so that no block needs to be unpacked for it. */
export interface ReportColumns {
  ids: string;
  /** By breakdown: `ItemRow.groups`. */
  groups: string[];
  /** By run, then by output: `AnswerRow.scores`. */
  scores: string[][];
  /** By run: 1 where something sought is missing. Absent where nothing was sought in any run. */
  missing?: string[];
}
