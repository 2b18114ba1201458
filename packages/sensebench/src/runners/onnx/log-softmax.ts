/** Log-probabilities of a row of scores, and its largest entries. */

/** Works in place. Sums are in double precision, results are 32-bit floats. */
export function logSoftmaxInPlace(row: Float32Array): Float32Array {
  const shift = logSum(row);
  for (let i = 0; i < row.length; i++) row[i] -= shift;
  return row;
}

/** The logarithm of the sum of the exponentials. */
export function logSum(row: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < row.length; i++) if (row[i] > most) most = row[i];
  if (most === Number.NEGATIVE_INFINITY) return 0;
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += Math.exp(row[i] - most);
  return most + Math.log(sum);
}

/** The index of the largest entry, the first of equal ones. */
export function indexOfMost(row: Float32Array): number {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i] > row[best]) best = i;
  return best;
}

/** The `size` best candidates so far, best first. Of equal ones, the earlier comes first. */
export class BestList<T> {
  readonly values: number[] = [];
  readonly entries: T[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** The value that a further candidate must exceed. */
  get least(): number {
    return this.values.length < this.#size ? Number.NEGATIVE_INFINITY : this.values[this.values.length - 1];
  }

  add(value: number, entry: T): void {
    if (value <= this.least) return;
    let place = this.values.length;
    while (place > 0 && this.values[place - 1] < value) place--;
    this.values.splice(place, 0, value);
    this.entries.splice(place, 0, entry);
    if (this.values.length > this.#size) {
      this.values.pop();
      this.entries.pop();
    }
  }
}
