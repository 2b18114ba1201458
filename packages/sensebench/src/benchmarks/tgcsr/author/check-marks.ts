/** Compares the authors' marks (Santos et al. 2022, section 4.1) with the annotators' ratings (section 4.2). */
import type { Table } from '@sensebench/metrics/internal/core';
import { percent } from '../../../report/index.ts';
import { bareTgcsrId, type TgcsrContext } from '../context.ts';
import type { PairRow } from '../item.ts';

export interface MarkDisagreement {
  id: string;
  question: string;
  answer: string;
  marked: 'correct' | 'incorrect';
  label: 'yes' | 'no';
  /** Share of annotators who answered yes. */
  yesShare: number | null;
}

export interface MarkCheck {
  /** Pairs that the author marked. */
  marked: number;
  /** Marked answers that also have a label. */
  compared: number;
  agree: number;
  disagreements: MarkDisagreement[];
}

/** null where nothing is marked. */
export function checkMarks({ questions }: TgcsrContext, rows: readonly PairRow[]): MarkCheck | null {
  const marks = new Map<string, 'correct' | 'incorrect'>();
  for (const { id, correct = [], incorrect = [] } of questions) {
    for (const answer of correct) marks.set(`${bareTgcsrId(id)}/${bareTgcsrId(answer)}`, 'correct');
    for (const answer of incorrect) marks.set(`${bareTgcsrId(id)}/${bareTgcsrId(answer)}`, 'incorrect');
  }
  if (marks.size === 0) return null;
  const compared = rows.flatMap(({ id, questionID, answerID, question, answer, label, yesShare = null }) => {
    const marked = marks.get(`${questionID}/${answerID}`);
    return marked && label ? [{ id, question, answer, marked, label, yesShare }] : [];
  });
  const disagreements = compared.filter(({ marked, label }) => (marked === 'correct') !== (label === 'yes'));
  return { marked: marks.size, compared: compared.length, agree: compared.length - disagreements.length, disagreements };
}

export function marksTable({ compared, agree, disagreements }: MarkCheck): Table {
  return {
    caption: `Authors and annotators agree on ${agree} of ${compared} marked answers; they differ on ${disagreements.length}`,
    columns: [
      { key: 'id', label: 'pair' },
      { key: 'question', label: 'question' },
      { key: 'answer', label: 'answer' },
      { key: 'marked', label: 'author' },
      { key: 'label', label: 'annotators' },
      { key: 'yesShare', label: '% yes', align: 'right', format: percent(0) },
    ],
    rows: disagreements.map((row) => ({ ...row })),
  };
}
