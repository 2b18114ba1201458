/** How often each answer was given, by field of the task: the data of a histogram. */
import { z } from 'zod';
import { labelsOf } from '../../annotate/index.ts';
import type { Decision } from '../../core/index.ts';
import type { OpenStudy } from '../studies/open-study.ts';
import { studyForm } from '../studies/study-form.ts';

export const answerCountsSchema = z.object({ field: z.string(), bars: z.array(z.object({ label: z.string(), count: z.number() })) });
type AnswerCounts = z.infer<typeof answerCountsSchema>;

/** More bars than this are no histogram. */
const MOST_BARS = 12;
const MOST_FIELDS = 12;

/** Answers of the annotators; an adjudicator's values are not answers. The options of a form come in its order, also those that nobody chose. */
export function answerCounts({ task }: Pick<OpenStudy, 'task'>, decisions: readonly Decision[]): AnswerCounts[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { value, final } of decisions) {
    if (final) continue;
    for (const [field, label] of Object.entries(labelsOf(task, value))) {
      if (label === null) continue;
      const own = counts.get(field) ?? new Map<string, number>();
      counts.set(field, own.set(String(label), (own.get(String(label)) ?? 0) + 1));
    }
  }
  const { fields } = studyForm(task);
  const shown = [...counts].map(([field, own]) => {
    const form = fields.find(({ path }) => path.at(-1) === field) ?? (fields.length === 1 ? fields[0] : undefined);
    const options = form?.options?.map(({ value, label }) => ({ value: String(value), label })) ?? [];
    const others = [...own.keys()].filter((value) => !options.some((option) => option.value === value)).sort(inOrder);
    const bars = [...options, ...others.map((value) => ({ value, label: value }))];
    return { field: form?.label ?? field, bars: bars.map(({ value, label }) => ({ label, count: own.get(value) ?? 0 })) };
  });
  return shown.filter(({ bars }) => bars.length <= MOST_BARS).slice(0, MOST_FIELDS);
}

function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
