/** Counts of generated answers per category (Santos et al. 2022, section 7.1), with people's decisions on unmatched ones. */
import type { Decision, Table } from '@sensebench/metrics/internal/core';
import type { QuestionItem } from '../question-item.ts';
import { type ReviewValue, reviewMajorities } from '../tasks/review.ts';
import type { MatchStats } from './answer-match.ts';
import type { MatchKind } from './match-answer.ts';

interface GenerativeCounts {
  questions: number;
  matchedYes: number;
  matchedNo: number;
  unmatched: number;
  /** Counts of the ways of matching. */
  by: Record<MatchKind, number>;
  /** Unmatched answers by the majority of people's decisions. */
  reviewedYes: number;
  reviewedNo: number;
}

interface ReviewRow {
  item: string;
  category: string;
  theme: string;
  question: string;
  generated: string;
}

export interface GenerativeReport {
  overall: GenerativeCounts;
  perCategory: Record<string, GenerativeCounts>;
  /** Answers that neither matched nor were decided yet. */
  review: ReviewRow[];
}

export function generativeReport(
  items: readonly QuestionItem[],
  stats: readonly MatchStats[],
  { decisions = [] }: { decisions?: readonly Decision<ReviewValue>[] } = {},
): GenerativeReport {
  const reviewed = reviewMajorities(decisions);
  const byId = new Map(items.map((item) => [item.id, item]));
  const categories = [...new Set(stats.map(({ category }) => category))];
  const open = stats.filter((stat) => sideOf(stat) === null && !reviewed.has(stat.id));
  return {
    overall: count(stats, reviewed),
    perCategory: Object.fromEntries(
      categories.map((category) => [
        category,
        count(
          stats.filter((stat) => stat.category === category),
          reviewed,
        ),
      ]),
    ),
    review: open.map(({ id, category, generated }) => ({
      item: id,
      category,
      theme: byId.get(id)?.input.theme ?? '',
      question: byId.get(id)?.input.question ?? '',
      generated,
    })),
  };
}

function sideOf({ match }: MatchStats): 'yes' | 'no' | null {
  return match?.answer.label ?? null;
}

function count(stats: readonly MatchStats[], reviewed: ReadonlyMap<string, boolean>): GenerativeCounts {
  const of = (keep: (stat: MatchStats) => boolean) => stats.filter(keep).length;
  const matched = (kind: MatchKind) => of((stat) => sideOf(stat) !== null && stat.match?.kind === kind);
  return {
    questions: stats.length,
    matchedYes: of((stat) => sideOf(stat) === 'yes'),
    matchedNo: of((stat) => sideOf(stat) === 'no'),
    unmatched: of((stat) => sideOf(stat) === null),
    by: { exact: matched('exact'), almost: matched('almost'), abstract: matched('abstract'), embedding: matched('embedding') },
    reviewedYes: of((stat) => sideOf(stat) === null && reviewed.get(stat.id) === true),
    reviewedNo: of((stat) => sideOf(stat) === null && reviewed.get(stat.id) === false),
  };
}

export function generativeTable({ overall, perCategory }: GenerativeReport): Table {
  const columns = [
    'category',
    'questions',
    'matchedYes',
    'matchedNo',
    'unmatched',
    'exact',
    'almost',
    'abstract',
    'embedding',
    'reviewedYes',
    'reviewedNo',
  ];
  const row = (category: string, { by, ...counts }: GenerativeCounts) => ({ category, ...counts, ...by });
  return {
    caption: 'Generated answers (Santos et al. 2022, section 7.1, counted six matched yes and one matched no by hand)',
    columns: columns.map((key) => ({ key, label: LABELS[key] ?? key })),
    rows: [...Object.entries(perCategory).map(([category, counts]) => row(category, counts)), row('all', overall)],
  };
}

const LABELS: Record<string, string> = {
  matchedYes: 'matched yes',
  matchedNo: 'matched no',
  almost: 'almost exact',
  abstract: 'a class of it',
  embedding: 'by embedding',
  reviewedYes: 'people: yes',
  reviewedNo: 'people: no',
};
