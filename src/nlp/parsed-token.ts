/** A token's place in a dependency tree. */

export interface ParsedToken {
  /** 1-based, 0 for the root. */
  head: number;
  relation: string;
}
