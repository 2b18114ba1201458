/** The arc-hybrid transition system (Kuhlmann et al. 2011); the root is at the end of the buffer. */

export const SHIFT = 0;
export const LEFT = 1;
export const RIGHT = 2;
const NONE = -1;

/** Positions are 0-based; the artificial root is position `length`. */
export class ParserState {
  length = 0;
  /** The first word of the buffer; `length` when only the root is left. */
  next = 0;
  depth = 0;
  stack = new Int32Array(64);
  heads = new Int32Array(64);
  relations = new Int32Array(64);
  /** The outermost and the second outermost dependent on each side. */
  left1 = new Int32Array(64);
  left2 = new Int32Array(64);
  right1 = new Int32Array(64);
  right2 = new Int32Array(64);
  leftCount = new Int32Array(64);
  rightCount = new Int32Array(64);
  /** Sets of relations on each side, as bits folded to 32. */
  leftLabels = new Int32Array(64);
  rightLabels = new Int32Array(64);

  reset(length: number): void {
    if (length + 1 > this.stack.length) this.resize(Math.max(length + 1, this.stack.length * 2));
    this.length = length;
    this.next = 0;
    this.depth = 0;
    for (const links of [this.heads, this.relations, this.left1, this.left2, this.right1, this.right2]) links.fill(NONE, 0, length + 1);
    for (const counts of [this.leftCount, this.rightCount, this.leftLabels, this.rightLabels]) counts.fill(0, 0, length + 1);
  }

  get done(): boolean {
    return this.next === this.length && this.depth === 0;
  }

  /** The k-th word from the top of the stack, or -1. */
  top(k: number): number {
    return this.depth > k ? this.stack[this.depth - 1 - k] : NONE;
  }

  canShift(): boolean {
    return this.next < this.length;
  }

  /** The root takes one dependent, and only when nothing else is left. */
  canLeft(): boolean {
    return this.depth > 0 && (this.next < this.length || this.depth === 1);
  }

  canRight(): boolean {
    return this.depth > 1;
  }

  apply(action: number, relation: number): void {
    if (action === SHIFT) {
      this.stack[this.depth++] = this.next++;
      return;
    }
    const child = this.stack[--this.depth];
    if (action === LEFT) this.attach(this.next, child, relation);
    else this.attach(this.stack[this.depth - 1], child, relation);
  }

  private attach(head: number, child: number, relation: number): void {
    this.heads[child] = head;
    this.relations[child] = relation;
    const bit = 1 << (relation & 31);
    if (child < head) {
      this.left2[head] = this.left1[head];
      this.left1[head] = child;
      this.leftCount[head]++;
      this.leftLabels[head] |= bit;
    } else {
      this.right2[head] = this.right1[head];
      this.right1[head] = child;
      this.rightCount[head]++;
      this.rightLabels[head] |= bit;
    }
  }

  private resize(length: number): void {
    this.stack = new Int32Array(length);
    this.heads = new Int32Array(length);
    this.relations = new Int32Array(length);
    this.left1 = new Int32Array(length);
    this.left2 = new Int32Array(length);
    this.right1 = new Int32Array(length);
    this.right2 = new Int32Array(length);
    this.leftCount = new Int32Array(length);
    this.rightCount = new Int32Array(length);
    this.leftLabels = new Int32Array(length);
    this.rightLabels = new Int32Array(length);
  }
}
