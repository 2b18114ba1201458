/** The sections of a built dataset's page: Table 1, the mix of sizes, unseen compositions, the best-scored sets. */
import { fixed, type Section, tableToHtml } from '../../../report/index.ts';
import { Plot, renderFigure } from '../../../report/plots/index.ts';
import { graphFigures } from '../analysis/graph-tables.ts';
import { statsTable } from '../set-figures.ts';
import type { DatasetStats } from './dataset-stats.ts';

export function datasetSections(stats: DatasetStats): Section[] {
  return [
    { id: 'splits', title: 'Splits', html: tableToHtml(statsTable(stats.splits)) + sizeFigure(stats) },
    { id: 'unseen', title: 'Unseen in train', html: unseenTable(stats) },
    ...graphSection(stats),
    { id: 'best', title: 'Best-scored concept-sets', html: bestTable(stats) },
  ];
}

/** Present only if ConceptNet was given. */
function graphSection({ splits }: DatasetStats): Section[] {
  const figures = Object.entries(splits).flatMap(([name, { graph }]) => (graph && name !== 'train' ? [[name, graph] as const] : []));
  return figures.length > 0 ? [{ id: 'graph', title: 'On ConceptNet', html: graphFigures(Object.fromEntries(figures)) }] : [];
}

function sizeFigure(stats: DatasetStats): string {
  const rows = Object.entries(stats.splits).flatMap(([split, { bySize, sets }]) =>
    Object.entries(bySize).map(([size, count]) => ({ split, size: `${size} concepts`, share: sets > 0 ? count / sets : 0 })),
  );
  return renderFigure({
    caption: "Share of each size by split; the paper's test has no sets of three",
    options: {
      height: 220,
      marginLeft: 60,
      x: { percent: true, label: '% of sets' },
      y: { label: null, domain: Object.keys(stats.splits) },
      color: { legend: true },
      marks: [Plot.barX(rows, { x: 'share', y: 'split', fill: 'size' }), Plot.ruleX([0])],
    },
  });
}

function unseenTable({ unseen }: DatasetStats): string {
  return tableToHtml({
    columns: [
      { key: 'split', label: 'Split' },
      { key: 'kind', label: 'Of' },
      { key: 'checked', label: 'Checked' },
      { key: 'inTrain', label: 'Also in train' },
    ],
    rows: Object.entries(unseen).flatMap(([split, kinds]) =>
      Object.entries(kinds).map(([kind, { checked, inTrain }]) => ({ split, kind, checked, inTrain })),
    ),
  });
}

function bestTable({ best }: DatasetStats): string {
  return tableToHtml({
    caption: 'score(x) = |S(x)| × diversity × ρ(x)',
    columns: [
      { key: 'concepts', label: 'Concepts' },
      { key: 'sentences', label: '|S(x)|' },
      { key: 'diversity', label: 'Diversity', format: fixed(3) },
      { key: 'rarity', label: 'ρ(x)', format: fixed(1) },
      { key: 'score', label: 'Score', format: fixed(1) },
    ],
    rows: best.map(({ concepts, ...figures }) => ({ concepts: concepts.join(', '), ...figures })),
  });
}
