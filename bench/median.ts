/** The middle of several measurements: a busy moment moves it less than a mean. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Of several runs. */
export function medianOf<Run extends { seconds: number; processorSeconds: number | null }>(runs: readonly Run[]) {
  const processor = runs.flatMap(({ processorSeconds }) => (processorSeconds === null ? [] : [processorSeconds]));
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    processorSeconds: processor.length > 0 ? median(processor) : null,
  };
}
