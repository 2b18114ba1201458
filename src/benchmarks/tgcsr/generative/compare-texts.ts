/** Free answers by metrics of machine translation against the accepted answers (Santos et al. 2022, section 4, fourth desideratum). */
import type { ActionContext, Scores, Table } from '../../../core/index.ts';
import { percent } from '../../../report/index.ts';
import type { QuestionItem } from '../question-item.ts';
import { tgcsrGenerative } from './benchmark.ts';

/** Answers have few words: BLEU-4 is mostly 0 and is given all the same, as the paper names BLEU. */
export const TEXT_METRICS = ['bleu1', 'bleu2', 'bleu4', 'rougeL', 'meteor', 'chrf'] as const;

export interface ComparedTexts {
  /** Questions with an accepted answer; others have nothing to compare with. */
  questions: number;
  corpus: Scores['corpus'];
  perCategory: Record<string, Scores['corpus']>;
  signatures: Scores['signatures'];
}

/** null where no metric is wanted, or where no question has an accepted answer (labels may be withheld). */
export async function compareTexts(
  items: readonly QuestionItem[],
  answers: readonly string[],
  { metrics, context }: { metrics: readonly string[]; context: Pick<ActionContext, 'scorer' | 'signal'> },
): Promise<ComparedTexts | null> {
  const wanted = metrics.filter((name) => name !== 'none');
  const kept = items.flatMap((item, i) => (item.references.length > 0 ? [{ item, answer: answers[i] }] : []));
  if (wanted.length === 0 || kept.length === 0) return null;
  const { scores } = await context.scorer(wanted).measure({
    items: kept.map(({ item }) => item),
    predictions: kept.map(({ answer }) => answer),
    benchmark: tgcsrGenerative,
    signal: context.signal,
  });
  return {
    questions: kept.length,
    corpus: scores.corpus,
    perCategory: Object.fromEntries(Object.entries(scores.breakdowns?.category ?? {}).map(([name, { corpus }]) => [name, corpus])),
    signatures: scores.signatures,
  };
}

export function textTable({ questions, corpus, perCategory }: ComparedTexts): Table {
  return {
    caption: `Words and letters shared with the accepted answers, ${questions} questions; a good answer in other words scores low`,
    columns: [
      { key: 'category', label: 'category' },
      ...Object.keys(corpus).map((key) => ({ key, label: key, align: 'right' as const, format: percent(1) })),
    ],
    rows: [...Object.entries(perCategory), ['all', corpus] as const].map(([category, scores]) => ({ category, ...scores })),
  };
}
