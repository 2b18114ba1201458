/** Sections of a dataset's page: theme, composition, human score, questions, agreement and disagreement, what authors should look at. */

import { escapeHtml, fixed, Plot, percent, renderFigure, type Section, tableToHtml } from '../../../report/index.ts';
import { agreementTable } from '../agreement-table.ts';
import { marksTable } from '../author/check-marks.ts';
import { bareTgcsrId } from '../context.ts';
import { disagreementTable } from '../disagreement.ts';
import { peopleTables } from '../people-groups.ts';
import { figuresTable } from '../split-figures.ts';
import { commentSection } from './comment-section.ts';
import type { DescribedInput } from './content-input.ts';

export function datasetSections({ context, built, rated, simulated, stats }: DescribedInput): Section[] {
  const { ceiling, agreement, sensitivity } = stats;
  const categories = Object.entries(ceiling.perCategory).map(([category, f1]) => ({
    category,
    f1,
    low: ceiling.perCategoryInterval[category]?.[0] ?? f1,
    high: ceiling.perCategoryInterval[category]?.[1] ?? f1,
  }));
  const labels = Object.entries(stats.all.categories).flatMap(([category, { pairs, yesShare }]) => [
    { category, label: 'yes', pairs: Math.round((yesShare ?? 0) * pairs) },
    { category, label: 'no', pairs: Math.round((1 - (yesShare ?? 0)) * pairs) },
  ]);
  const order = Object.keys(stats.all.categories);
  return [
    { id: 'theme', title: 'Theme', html: `<p>${escapeHtml(context.theme)}</p>` },
    {
      id: 'composition',
      title: 'Composition',
      html:
        tableToHtml(figuresTable('All splits', stats.all)) +
        renderFigure({
          caption: 'Pairs per category, yes and no.',
          options: {
            marginLeft: 130,
            y: { label: null, domain: order },
            color: { legend: true, domain: ['yes', 'no'] },
            marks: [Plot.barX(labels, { x: 'pairs', y: 'category', fill: 'label' }), Plot.ruleX([0])],
          },
        }),
    },
    {
      id: 'human-score',
      title: 'Human score',
      html: `<p>F1 ${ceiling.f1 === null ? '–' : percent(2)(ceiling.f1)}, ${rated.annotators.length} annotators, each left out in turn${simulated ? ' (simulated: no person gave these ratings)' : ''}; a fair coin ${percent(2)(ceiling.random.f1 ?? '–')}.</p>${renderFigure(
        {
          caption: 'Human score per category with 95% intervals.',
          options: {
            marginLeft: 130,
            y: { label: null, domain: order },
            x: { domain: [0, 1], label: 'F1' },
            marks: [
              Plot.ruleY(categories, { y: 'category', x1: 'low', x2: 'high' }),
              Plot.dot(categories, { y: 'category', x: 'f1', r: 5, fill: '#0072b2' }),
            ],
          },
        },
      )}`,
    },
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
    { id: 'agreement', title: 'Agreement', html: tableToHtml(agreementTable(agreement.overall, agreement.perCategory)) },
    {
      id: 'disagreement',
      title: 'Disagreement',
      html:
        tableToHtml(disagreementTable(stats.disagreement)) +
        renderFigure({
          caption: 'Pairs by the share of annotators who say yes, in tenths; pairs that were removed are counted too.',
          options: {
            x: { label: 'share of yes' },
            y: { label: 'pairs' },
            marks: [
              Plot.rectY(
                stats.disagreement.byYesShare.map((pairs, i) => ({ from: i / 10, to: (i + 1) / 10, pairs })),
                { x1: 'from', x2: 'to', y: 'pairs', fill: '#0072b2' },
              ),
              Plot.ruleY([0]),
            ],
          },
        }),
    },
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
        rows: sensitivity.map((row) => ({ ...row })),
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
