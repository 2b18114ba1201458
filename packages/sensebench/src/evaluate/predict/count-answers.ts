/** Counts unusable answers of a run: undecided choices, refusals and empty texts. They are scored as they are. */
import { type Benchmark, type Item, labelChoices, type RunPrediction } from '@sensebench/metrics/internal/core';

export interface AnswerCounts {
  answers: number;
  /** Predictions that are not a label of the item's choices. */
  undecided: number;
  refused: number;
  empty: number;
}

export async function countAnswers(
  predictions: AsyncIterable<RunPrediction>,
  { benchmark, items }: { benchmark: Pick<Benchmark, 'choices'>; items: readonly Item[] },
): Promise<AnswerCounts> {
  const labels = new Map(
    items.map((item) => [item.id, new Set(benchmark.choices ? labelChoices(benchmark.choices(item)).map(({ label }) => label) : [])]),
  );
  const counts: AnswerCounts = { answers: 0, undecided: 0, refused: 0, empty: 0 };
  for await (const { id, prediction, raw, ended } of predictions) {
    const own = labels.get(id);
    if (!own) continue;
    counts.answers++;
    if (own.size > 0 && !own.has(prediction)) counts.undecided++;
    if (ended === 'refused') counts.refused++;
    else if (raw.trim() === '' && prediction.trim() === '') counts.empty++;
  }
  return counts;
}

/** One line per kind of unusable answer. */
export function describeCounts({ answers, undecided, refused, empty }: AnswerCounts): string[] {
  const of = `of ${answers} answers`;
  return [
    ...(undecided > 0 ? [`${undecided} ${of} name no choice, or several, and count as wrong`] : []),
    ...(refused > 0 ? [`${refused} ${of} are refusals`] : []),
    ...(empty > 0 ? [`${empty} ${of} are empty`] : []),
  ];
}
