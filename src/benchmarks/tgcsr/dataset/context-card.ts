/** The dataset card of one context: what it is, how it was made, how far people agree. */
import { type DatasetCard, sizeCategory } from '../../../build/dataset/index.ts';
import { fixed, percent, tableToMarkdown } from '../../../report/index.ts';
import { figuresTable } from '../actions/stats.ts';
import { agreementTable } from '../agreement-table.ts';
import type { DatasetStats, WriteInput } from './written-dataset.ts';

export function contextCard({
  context,
  built,
  rated,
  licence,
  truth,
  simulated,
  stats,
}: WriteInput & { stats: DatasetStats }): DatasetCard {
  const rows = built.rows.length;
  const { ceiling, agreement } = stats;
  const range = ceiling.interval.f1 ? ` (95% interval ${ceiling.interval.f1.map(percent(2)).join('–')})` : '';
  return {
    title: context.title,
    summary: `${rows} question–answer pairs on one theme, in categories of commonsense. A model reads the theme, a question and one candidate answer, and says yes (a good fit) or no.`,
    frontMatter: {
      license: licence.toLowerCase(),
      language: ['en'],
      task_categories: ['question-answering', 'text-classification'],
      size_categories: [sizeCategory(rows)],
      pretty_name: context.title,
      configs: [
        {
          config_name: 'default',
          data_files: Object.entries(built.splits)
            .filter(([, pairs]) => pairs.length > 0)
            .map(([split]) => ({ split: split === 'dev' ? 'validation' : split, path: `${split}.jsonl` })),
        },
      ],
    },
    sections: [
      { title: 'Theme', text: context.theme },
      {
        title: 'Composition',
        text: tableToMarkdown(figuresTable('', stats.all)),
        questions: [
          {
            question: 'What is an instance?',
            answer: 'A question with one answer of its category’s set; all questions of a category share that set.',
          },
          {
            question: 'How is it split?',
            answer: `${Object.entries(built.splits)
              .map(([split, pairs]) => `${pairs.length} ${split}`)
              .join(', ')}. No question stands in two splits unless pairs were split.`,
          },
        ],
      },
      {
        title: 'Annotation',
        questions: [
          {
            question: 'Who labelled it?',
            answer: `${rated.annotators.length} annotators (${rated.annotators.join(', ')}), each on every pair, with ${ceiling.gaps} gaps. ${simulated ? 'They are simulated: no person gave these ratings, and the human score below is theirs.' : ''}`,
          },
          {
            question: 'How did ratings become labels?',
            answer: `By the ${truth.by ?? 'average'}, collapsed to yes and no. ${built.ledger.filter(({ step }) => step === 'filter').length} pairs without agreement were removed; ledger.jsonl lists them.`,
          },
          {
            question: 'How far do annotators agree?',
            answer: `Mean pairwise Pearson ${shown(agreement.overall.pearson)}, Cronbach’s α ${shown(agreement.overall.cronbachAlpha)}, Krippendorff’s α (ordinal) ${shown(agreement.overall.krippendorffAlpha)}, Fleiss’ κ ${shown(agreement.overall.fleissKappa)}.`,
          },
        ],
        text: tableToMarkdown(agreementTable(agreement.overall, agreement.perCategory)),
      },
      {
        title: 'Human score',
        text: `Leaving one annotator out at a time, the mode of the others reaches F1 ${ceiling.f1 === null ? 'undefined' : percent(2)(ceiling.f1)}${range}; a fair coin reaches ${percent(2)(ceiling.random.f1 ?? '–')}.`,
      },
      {
        title: 'Uses and limits',
        questions: [
          { question: 'What is it for?', answer: 'To measure commonsense reasoning in a few-shot or zero-shot setting, per category.' },
          {
            question: 'What is it not for?',
            answer:
              'Training at scale; judging people. What counts as common sense differs with age and culture (Santos et al. 2022, section 7).',
          },
        ],
      },
    ],
  };
}

function shown(value: number | null): string {
  return value === null ? 'undefined' : fixed(3)(value);
}
