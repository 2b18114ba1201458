/** The sections of a dataset's page: theme, composition, human score, questions, agreement and disagreement, findings for the authors. */

import { escapeHtml, fixed, percent, type Section, tableToHtml } from '../../../report/index.ts';
import { Plot, renderFigure } from '../../../report/plots/index.ts';
import { marksTable } from '../author/check-marks.ts';
import { bareTgcsrId, type TgcsrContext } from '../context.ts';
import { disagreementTable } from '../disagreement.ts';
import { peopleTables } from '../people-groups.ts';
import { agreementTable } from '../rater-agreement.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import { figuresTable } from '../splits.ts';
import type { DescribedInput } from './dataset-stats.ts';

export function datasetSections(input: DescribedInput): Section[] {
  const { context, built, rated, stats } = input;
  return [
    { id: 'theme', title: 'Theme', html: `<p>${escapeHtml(context.theme)}</p>` },
    compositionSection(input),
    humanScoreSection(input),
    {
      id: 'questions',
      title: 'Questions',
      html: tableToHtml({
        caption: 'Every question with the answers that fit it',
        columns: ['category', 'question', 'yes'].map((key) => ({ key, label: key })),
        rows: context.questions.map(({ id, category, text }) => ({
          category,
          question: text,
          yes: built.rows
            .filter(({ questionID, label }) => questionID === bareTgcsrId(id) && label === 'yes')
            .map(({ answer }) => answer)
            .join(' · '),
        })),
      }),
    },
    { id: 'agreement', title: 'Agreement', html: tableToHtml(agreementTable(stats.agreement.overall, stats.agreement.perCategory)) },
    disagreementSection(input),
    ...(stats.people ? [{ id: 'people', title: 'Whose common sense?', html: peopleTables(stats.people).map(tableToHtml).join('') }] : []),
    ...(stats.marks ? [{ id: 'marks', title: 'Authors and annotators', html: tableToHtml(marksTable(stats.marks)) }] : []),
    ...commentSection(context, rated),
    {
      id: 'threshold',
      title: 'Threshold',
      html: tableToHtml({
        caption: 'How many pairs are a yes, and how many labels change, with another threshold',
        columns: [
          { key: 'threshold', label: 'threshold', align: 'right', format: fixed(2) },
          { key: 'yes', label: 'yes', align: 'right' },
          { key: 'changed', label: 'labels that change', align: 'right' },
        ],
        rows: stats.sensitivity.map((row) => ({ ...row })),
      }),
    },
    {
      id: 'findings',
      title: 'To look at again',
      html:
        built.findings.length > 0
          ? `<ul>${built.findings.map(({ rule, message }) => `<li>${escapeHtml(`${rule}: ${message}`)}</li>`).join('')}</ul>`
          : '<p>Nothing was found.</p>',
    },
  ];
}

function compositionSection({ stats }: DescribedInput): Section {
  const { categories } = stats.all;
  const labels = Object.entries(categories).flatMap(([category, { pairs, yesShare }]) => [
    { category, label: 'yes', pairs: Math.round((yesShare ?? 0) * pairs) },
    { category, label: 'no', pairs: Math.round((1 - (yesShare ?? 0)) * pairs) },
  ]);
  const figure = renderFigure({
    caption: 'Pairs per category, yes and no.',
    options: {
      marginLeft: 130,
      y: { label: null, domain: Object.keys(categories) },
      color: { legend: true, domain: ['yes', 'no'] },
      marks: [Plot.barX(labels, { x: 'pairs', y: 'category', fill: 'label' }), Plot.ruleX([0])],
    },
  });
  return { id: 'composition', title: 'Composition', html: tableToHtml(figuresTable('All splits', stats.all)) + figure };
}

function humanScoreSection({ rated, simulated, stats: { ceiling, all } }: DescribedInput): Section {
  const categories = Object.entries(ceiling.perCategory).map(([category, f1]) => ({
    category,
    f1,
    low: ceiling.perCategoryInterval[category]?.[0] ?? f1,
    high: ceiling.perCategoryInterval[category]?.[1] ?? f1,
  }));
  const figure = renderFigure({
    caption: 'Human score per category with 95% intervals.',
    options: {
      marginLeft: 130,
      y: { label: null, domain: Object.keys(all.categories) },
      x: { domain: [0, 1], label: 'F1' },
      marks: [
        Plot.ruleY(categories, { y: 'category', x1: 'low', x2: 'high' }),
        Plot.dot(categories, { y: 'category', x: 'f1', r: 5, fill: '#0072b2' }),
      ],
    },
  });
  const f1 = ceiling.f1 === null ? '–' : percent(2)(ceiling.f1);
  const note = simulated ? ' (simulated: no person gave these ratings)' : '';
  const coin = percent(2)(ceiling.random.f1 ?? '–');
  const html = `<p>F1 ${f1}, ${rated.annotators.length} annotators, each left out in turn${note}; a fair coin ${coin}.</p>${figure}`;
  return { id: 'human-score', title: 'Human score', html };
}

function disagreementSection({ stats: { disagreement } }: DescribedInput): Section {
  const shares = disagreement.byYesShare.map((pairs, i) => ({ from: i / 10, to: (i + 1) / 10, pairs }));
  const figure = renderFigure({
    caption: 'Pairs by the share of annotators who say yes, in tenths; pairs that were removed are counted too.',
    options: {
      x: { label: 'share of yes' },
      y: { label: 'pairs' },
      marks: [Plot.rectY(shares, { x1: 'from', x2: 'to', y: 'pairs', fill: '#0072b2' }), Plot.ruleY([0])],
    },
  });
  return { id: 'disagreement', title: 'Disagreement', html: tableToHtml(disagreementTable(disagreement)) + figure };
}

/**
 * Annotators' comments on uncertainty (Santos et al. 2022, section 4.2), by question.
 * Empty where nobody commented.
 */
function commentSection(context: TgcsrContext, { pairs, annotators }: RatedPairs): Section[] {
  const answers = new Map(context.answers.map(({ id, text }) => [bareTgcsrId(id), text]));
  const blocks = context.questions.flatMap(({ id, category, text }) => {
    const lines = pairs
      .filter(({ question }) => question === bareTgcsrId(id))
      .flatMap(({ answer, values, comments }) =>
        Object.entries(comments).map(([annotator, comment]) => {
          const rating = values[annotators.indexOf(annotator)];
          return `<li>“${escapeHtml(answers.get(answer) ?? answer)}”, ${escapeHtml(annotator)} (${rating ?? 'no rating'}): ${escapeHtml(comment)}</li>`;
        }),
      );
    return lines.length > 0 ? [`<h3>${escapeHtml(`${category}: ${text}`)}</h3><ul>${lines.join('')}</ul>`] : [];
  });
  return blocks.length > 0 ? [{ id: 'comments', title: 'Comments of the annotators', html: blocks.join('') }] : [];
}
