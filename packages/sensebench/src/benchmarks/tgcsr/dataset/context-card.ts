/** The parts of the dataset card that only a TG-CSR context has: theme, composition, labels, agreement, human score. */
import type { CardSection } from '../../../build/dataset/index.ts';
import { fixed, percent, tableToMarkdown } from '../../../report/index.ts';
import { peopleTables } from '../people-groups.ts';
import { agreementTable } from '../rater-agreement.ts';
import { figuresTable } from '../splits.ts';
import type { DescribedInput } from './dataset-stats.ts';

export function contextSections({ context, built, truth, simulated, stats }: DescribedInput): CardSection[] {
  const { ceiling, agreement } = stats;
  const range = ceiling.interval.f1 ? ` (95% interval ${ceiling.interval.f1.map(percent(2)).join('–')})` : '';
  return [
    { title: 'Theme', text: context.theme },
    { title: 'Numbers', text: tableToMarkdown(figuresTable('', stats.all)) },
    {
      title: 'Annotation',
      questions: [
        {
          question: 'How did ratings become labels?',
          answer: `By the ${truth.by ?? 'average'}, collapsed to yes and no. ${built.ledger.filter(({ step }) => step === 'filter').length} pairs without agreement were removed; ledger.jsonl lists them.`,
        },
        {
          question: 'How far do annotators agree?',
          answer: `Mean pairwise Pearson ${shown(agreement.overall.pearson)}, Cronbach’s α ${shown(agreement.overall.cronbachAlpha)}, Krippendorff’s α (ordinal) ${shown(agreement.overall.krippendorffAlpha)}, Fleiss’ κ ${shown(agreement.overall.fleissKappa)}.`,
        },
        {
          question: 'Where do annotators disagree?',
          answer: stats.disagreement.overall
            ? `Of all rated pairs ${percent(1)(stats.disagreement.overall.unanimous)}% are unanimous and ${percent(1)(stats.disagreement.overall.disputed)}% disputed (a quarter or more on the other side). Every row keeps its share of yes (yesShare) beside the label.`
            : 'Nothing is rated.',
        },
        ...(stats.marks
          ? [
              {
                question: 'Do annotators agree with the authors?',
                answer: `On ${stats.marks.agree} of ${stats.marks.compared} answers that the authors marked correct or incorrect.`,
              },
            ]
          : []),
        ...(stats.people
          ? [
              {
                question: 'Who are the annotators?',
                answer: `The owner declares ${Object.keys(stats.people.columns).join(', ')}. Figures are given for groups of ${stats.people.leastPeople} people or more; who is in which group is not in this dataset.`,
              },
            ]
          : []),
      ],
      text: [agreementTable(agreement.overall, agreement.perCategory), ...(stats.people ? peopleTables(stats.people) : [])]
        .map(tableToMarkdown)
        .join('\n\n'),
    },
    {
      title: 'Human score',
      text: `${simulated ? 'The ratings are simulated: no person gave them, and this score is the simulation’s. ' : ''}Leaving one annotator out at a time, the mode of the others reaches F1 ${ceiling.f1 === null ? 'undefined' : percent(2)(ceiling.f1)}${range}; a fair coin reaches ${percent(2)(ceiling.random.f1 ?? '–')}.`,
    },
  ];
}

function shown(value: number | null): string {
  return value === null ? 'undefined' : fixed(3)(value);
}
