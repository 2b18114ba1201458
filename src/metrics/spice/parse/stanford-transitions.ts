/** Arc-eager transitions (Nivre 2003) with the root after the last word (Ballesteros and Nivre 2013): n words take 2n steps. */

export const SHIFT = 0;
export const REDUCE = 1;
export const LEFT = 2;
export const RIGHT = 3;

/** A transition class: what it does and which relation it makes. */
export interface Transition {
  kind: number;
  relation: number;
}

const HEAD = 0;
const RELATION = 1;
const LEFT1 = 2;
const LEFT2 = 3;
const RIGHT1 = 4;
const RIGHT2 = 5;
const LEFTS = 6;
const RIGHTS = 7;
const LEFT_SET = 8;
const RIGHT_SET = 9;
const FIELDS = 10;
/** No word: no head yet, no child. */
export const NONE = -1;

/** A configuration; it can be copied into another one of the same capacity. */
export class ParserState {
  length = 0;
  front = 0;
  depth = 0;
  score = 0;
  /** Which of the sentence's tag sequences it reads. */
  sequence = 0;
  private cells: Int32Array;
  private stack: Int32Array;

  constructor(capacity: number) {
    this.cells = new Int32Array(capacity * FIELDS);
    this.stack = new Int32Array(capacity);
  }

  reset(length: number, sequence: number, score: number): void {
    if (this.stack.length < length) {
      this.cells = new Int32Array(length * FIELDS);
      this.stack = new Int32Array(length);
    }
    this.length = length;
    this.front = 0;
    this.depth = 0;
    this.score = score;
    this.sequence = sequence;
    for (let at = 0; at < length * FIELDS; at += FIELDS) {
      this.cells.fill(NONE, at, at + LEFTS);
      this.cells.fill(0, at + LEFTS, at + FIELDS);
    }
  }

  copyFrom(other: ParserState): void {
    if (this.stack.length < other.length) {
      this.cells = new Int32Array(other.length * FIELDS);
      this.stack = new Int32Array(other.length);
    }
    this.length = other.length;
    this.front = other.front;
    this.depth = other.depth;
    this.score = other.score;
    this.sequence = other.sequence;
    const cells = other.length * FIELDS;
    for (let i = 0; i < cells; i++) this.cells[i] = other.cells[i];
    for (let i = 0; i < other.depth; i++) this.stack[i] = other.stack[i];
  }

  /** The word at this depth of the stack, 0 being the top. */
  top(depth: number): number {
    return depth < this.depth ? this.stack[this.depth - 1 - depth] : NONE;
  }

  head(word: number): number {
    return word < 0 ? NONE : this.cells[word * FIELDS + HEAD];
  }

  relation(word: number): number {
    return word < 0 ? NONE : this.cells[word * FIELDS + RELATION];
  }

  /** The outermost child on the left, or the next one inwards. */
  left(word: number, rank: 1 | 2): number {
    return word < 0 || word >= this.length ? NONE : this.cells[word * FIELDS + (rank === 1 ? LEFT1 : LEFT2)];
  }

  right(word: number, rank: 1 | 2): number {
    return word < 0 ? NONE : this.cells[word * FIELDS + (rank === 1 ? RIGHT1 : RIGHT2)];
  }

  leftCount(word: number): number {
    return word < 0 || word >= this.length ? 0 : this.cells[word * FIELDS + LEFTS];
  }

  rightCount(word: number): number {
    return word < 0 ? 0 : this.cells[word * FIELDS + RIGHTS];
  }

  /** A hash of the relations on that side, whatever their order. */
  leftSet(word: number): number {
    return word < 0 || word >= this.length ? 0 : this.cells[word * FIELDS + LEFT_SET];
  }

  rightSet(word: number): number {
    return word < 0 ? 0 : this.cells[word * FIELDS + RIGHT_SET];
  }

  isFinal(): boolean {
    return this.front === this.length && this.depth === 0;
  }

  allows({ kind, relation }: Transition, rootRelation: number): boolean {
    const atEnd = this.front === this.length;
    if (kind === SHIFT) return !atEnd;
    if (this.depth === 0) return false;
    if (kind === RIGHT) return !atEnd;
    const attached = this.cells[this.stack[this.depth - 1] * FIELDS + HEAD] !== NONE;
    if (kind === REDUCE) return attached;
    return !attached && (relation === rootRelation) === atEnd;
  }

  apply({ kind, relation }: Transition): void {
    const { cells, stack } = this;
    if (kind === LEFT) {
      const child = stack[--this.depth];
      const parent = this.front;
      cells[child * FIELDS + HEAD] = parent;
      cells[child * FIELDS + RELATION] = relation;
      if (parent < this.length) {
        const at = parent * FIELDS;
        cells[at + LEFT2] = cells[at + LEFT1];
        cells[at + LEFT1] = child;
        cells[at + LEFTS]++;
        cells[at + LEFT_SET] |= 1 << (relation & 31);
      }
      return;
    }
    if (kind === REDUCE) {
      this.depth--;
      return;
    }
    const word = this.front++;
    if (kind === RIGHT) {
      const parent = stack[this.depth - 1];
      cells[word * FIELDS + HEAD] = parent;
      cells[word * FIELDS + RELATION] = relation;
      const at = parent * FIELDS;
      cells[at + RIGHT2] = cells[at + RIGHT1];
      cells[at + RIGHT1] = word;
      cells[at + RIGHTS]++;
      cells[at + RIGHT_SET] |= 1 << (relation & 31);
    }
    stack[this.depth++] = word;
  }
}

/** The transitions that build a projective tree; heads are 0-based, the root's head is the number of words. Null for a crossing tree. */
export function goldTransitions(heads: readonly number[], relations: readonly number[]): Transition[] | null {
  const length = heads.length;
  const state = new ParserState(length);
  state.reset(length, 0, 0);
  const transitions: Transition[] = [];
  while (!state.isFinal()) {
    const top = state.top(0);
    const front = state.front;
    let next: Transition = { kind: SHIFT, relation: 0 };
    if (top !== NONE && heads[top] === front) next = { kind: LEFT, relation: relations[top] };
    else if (top !== NONE && front < length && heads[front] === top) next = { kind: RIGHT, relation: relations[front] };
    else if (top !== NONE && state.head(top) !== NONE && (front === length || reaches(state, heads))) {
      next = { kind: REDUCE, relation: 0 };
    } else if (front === length) return null;
    transitions.push(next);
    state.apply(next);
  }
  const built = heads.every((head, word) => state.head(word) === head);
  return built ? transitions : null;
}

/** Is a word below the top linked with the front? */
function reaches(state: ParserState, heads: readonly number[]): boolean {
  for (let depth = 1; depth < state.depth; depth++) {
    const word = state.top(depth);
    if (heads[word] === state.front || heads[state.front] === word) return true;
  }
  return false;
}
