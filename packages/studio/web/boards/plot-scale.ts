/** Places of values on the axes of a small plot, with round ticks. */

/** Steps of 1, 2 or 5 times a power of ten: at most `most` ticks between the ends. */
export function roundTicks(low: number, high: number, most = 7): number[] {
  if (!(high > low)) return [low];
  const raw = (high - low) / Math.max(1, most - 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw - 1e-12) ?? 10);
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** The ends of an axis: the values with some room, never a range of nothing. */
export function axisEnds(values: readonly number[], room = 0.08): { low: number; high: number } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || Math.abs(high) * 0.2 || 1;
  return { low: low - span * room, high: high + span * room };
}

export function place(value: number, { low, high }: { low: number; high: number }, { from, to }: { from: number; to: number }): number {
  return Math.round(10 * (from + ((value - low) / (high - low)) * (to - from))) / 10;
}

interface LabelBox {
  left: number;
  right: number;
  /** The baseline of its text. */
  y: number;
}

/** Which labels have room: the later ones are kept where two would cover each other. */
export function fittingLabels(boxes: readonly LabelBox[], { height }: { height: number }): boolean[] {
  const kept: LabelBox[] = [];
  const fits = boxes.toReversed().map((box) => {
    const free = kept.every(({ left, right, y }) => box.right < left || right < box.left || Math.abs(box.y - y) >= height);
    if (free) kept.push(box);
    return free;
  });
  return fits.toReversed();
}

/** Labels at these heights, moved apart so that none covers another; in the order they came. */
export function spreadLabels(heights: readonly number[], { gap, from, to }: { gap: number; from: number; to: number }): number[] {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height);
  let last = Number.NEGATIVE_INFINITY;
  for (const own of order) {
    own.height = Math.max(own.height, from, last + gap);
    last = own.height;
  }
  let next = Number.POSITIVE_INFINITY;
  for (const own of order.reverse()) {
    own.height = Math.min(own.height, to, next - gap);
    next = own.height;
  }
  const placed = [...heights];
  for (const { height, i } of order) placed[i] = Math.round(10 * height) / 10;
  return placed;
}
