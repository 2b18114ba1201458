/** Questions, answers, pairs and the share of yes of a split of TG-CSR, per category (Santos et al. 2022, section 5.2). */
import type { Table } from '../../core/index.ts';
import { percent } from '../../report/index.ts';
import type { TgcsrItem } from './item.ts';

interface PairFigures {
  pairs: number;
  questions: number;
  answers: number;
  /** null where the labels are withheld. */
  yesShare: number | null;
}

export interface SplitFigures extends PairFigures {
  categories: Record<string, PairFigures>;
}

export function splitFigures(items: readonly TgcsrItem[]): SplitFigures {
  const categories = [...new Set(items.map(({ meta }) => meta.category))];
  return {
    ...pairFigures(items),
    categories: Object.fromEntries(
      categories.map((category) => [category, pairFigures(items.filter(({ meta }) => meta.category === category))]),
    ),
  };
}

function pairFigures(items: readonly TgcsrItem[]): PairFigures {
  const count = (key: (item: TgcsrItem) => string) => new Set(items.map(key)).size;
  const labels = items.flatMap(({ references }) => references.slice(0, 1));
  return {
    pairs: items.length,
    questions: count(({ meta }) => `${meta.context}/${meta.questionID}`),
    answers: count(({ meta }) => `${meta.context}/${meta.category}/${meta.answerID}`),
    yesShare: labels.length > 0 ? labels.filter((label) => label === 'yes').length / labels.length : null,
  };
}

export function figuresTable(caption: string, { categories, ...all }: SplitFigures): Table {
  return {
    caption,
    columns: [
      { key: 'category', label: 'category' },
      { key: 'pairs', label: 'pairs', align: 'right' },
      { key: 'questions', label: 'questions', align: 'right' },
      { key: 'answers', label: 'answers', align: 'right' },
      { key: 'yesShare', label: '% yes', align: 'right', format: percent(1) },
    ],
    rows: [...Object.entries(categories).map(([category, figures]) => ({ category, ...figures })), { category: 'all', ...all }],
  };
}
