/** The sections of a built dataset's page: the papers' tables, Figure 3, contexts, communities, places, refused pairs, people. */
import { type Section, tableToHtml } from '../../../report/index.ts';
import { Plot, renderFigure } from '../../../report/plots/index.ts';
import { STRICT_RULE_TEXTS } from '../pairs/strict-rules.ts';
import { contextTable, sourceTable, splitTable, unseenTable } from '../stats-tables.ts';
import type { DatasetStats } from './dataset-stats.ts';

export function datasetSections(stats: DatasetStats): Section[] {
  return [
    {
      id: 'splits',
      title: 'Splits',
      html:
        [splitTable(stats.splits, stats.total), contextTable(stats.splits, stats.total), unseenTable(stats.splits)]
          .map(tableToHtml)
          .join('') + keywordFigure(stats),
    },
    { id: 'sources', title: 'Sources', html: tableToHtml(sourceTable(stats.sources)) },
    { id: 'communities', title: 'Communities', html: communityFigure(stats) },
    { id: 'similarity', title: 'Similarity', html: similarityFigure(stats) + contrastFigure(stats) + refusedTable(stats) },
    { id: 'keywords', title: 'Keywords', html: frequentFigure(stats) },
    { id: 'places', title: 'Places', html: regionFigure(stats) },
    ...(stats.filter ? [{ id: 'people', title: 'People', html: filterText(stats.filter) }] : []),
  ];
}

function keywordFigure(stats: DatasetStats): string {
  const rows = Object.entries(stats.splits).flatMap(([split, { keywordCounts }]) =>
    Object.entries(keywordCounts).map(([keywords, examples]) => ({ split, keywords: Number(keywords), examples })),
  );
  return renderFigure({
    caption: `Examples by number of keywords (the paper's Figure 3); skewness ${stats.total.keywordSkewness?.toFixed(2) ?? 'undefined'}, in the paper −0.25`,
    options: {
      height: 260,
      marginLeft: 60,
      x: { label: 'keywords', tickFormat: 'd' },
      y: { grid: true },
      color: { legend: true, domain: Object.keys(stats.splits) },
      marks: [Plot.barY(rows, { x: 'keywords', y: 'examples', fill: 'split' }), Plot.ruleY([0])],
    },
  });
}

/** Leaves out ticks beyond the last value, which would be outside the axes. */
function upTo(ticks: readonly number[], values: readonly number[]): number[] {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  return ticks.filter((tick) => tick <= most);
}

function communityFigure({ communities, ratios, splits }: DatasetStats): string {
  const rows = communities.edges.map((pairs, index) => ({
    community: index + 1,
    pairs,
    statements: communities.nodes[index],
    split: communities.splits[index],
  }));
  const share = communities.largestShare === null ? 'undefined' : `${(100 * communities.largestShare).toFixed(0)}%`;
  const achieved = ratios.achieved
    ? Object.entries(ratios.achieved).map(([split, value]) => `${split} ${(100 * value).toFixed(1)}%`)
    : ['nothing'];
  return renderFigure({
    caption: `${communities.count} communities by statements and pairs, each in one split; the largest has ${share} of all pairs, ${communities.crossing} pairs between communities were left out (the paper: 79 communities, 26%). Achieved: ${achieved.join(', ')}`,
    options: {
      height: 340,
      marginLeft: 60,
      x: { type: 'log', label: 'statements', ticks: upTo([1, 3, 10, 30, 100, 300, 1000, 3000], communities.nodes), tickFormat: 'd' },
      y: { type: 'symlog', label: 'pairs', grid: true, ticks: upTo([0, 1, 10, 100, 1000, 10_000, 100_000], communities.edges) },
      color: { legend: true, domain: Object.keys(splits) },
      marks: [Plot.dot(rows, { x: 'statements', y: 'pairs', fill: 'split', r: 5, fillOpacity: 0.7 })],
    },
  });
}

function similarityFigure({ mining }: DatasetStats): string {
  const rows = Object.entries(mining.similarities).map(([similarity, pairs]) => ({ similarity: Number(similarity), pairs }));
  return renderFigure({
    caption: `Mined pairs by the cosine of their masked sentences; threshold ${mining.threshold}`,
    options: {
      height: 240,
      marginLeft: 60,
      x: { label: 'similarity' },
      y: { grid: true },
      marks: [
        Plot.rectY(rows, { x1: (row) => row.similarity, x2: (row) => row.similarity + 0.01, y: 'pairs', fill: '#0072b2' }),
        Plot.ruleY([0]),
      ],
    },
  });
}

function frequentFigure({ splits }: DatasetStats): string {
  const [split, figures] = Object.entries(splits)[0] ?? ['', null];
  const rows = figures?.frequentKeywords.slice(0, 20) ?? [];
  return renderFigure({
    caption: `The most frequent keywords of ${split}`,
    options: {
      height: 420,
      marginLeft: 140,
      x: { grid: true },
      y: { label: null },
      marks: [Plot.barX(rows, { x: 'count', y: 'keyword', sort: { y: 'x', reverse: true }, fill: '#0072b2' }), Plot.ruleX([0])],
    },
  });
}

function regionFigure({ regions }: DatasetStats): string {
  const rows = Object.entries(regions).map(([region, mentions]) => ({ region, mentions }));
  return renderFigure({
    caption:
      'Mentions of places by continent: the geographical bias that the paper’s ethics statement names. Places that the table does not know are counted apart',
    options: {
      height: 260,
      marginLeft: 120,
      x: { grid: true },
      y: { label: null },
      marks: [Plot.barX(rows, { x: 'mentions', y: 'region', sort: { y: 'x', reverse: true }, fill: '#009e73' }), Plot.ruleX([0])],
    },
  });
}

function contrastFigure({ mining }: DatasetStats): string {
  const rows = Object.entries(mining.contrasts).map(([contrast, examples]) => ({ contrast, examples }));
  if (rows.length === 0) return '';
  return renderFigure({
    caption: 'Examples by contrast: how alike the sentences are built, and how much of what they say differs; 1.0 is the most',
    options: {
      height: 220,
      marginLeft: 60,
      x: { label: 'contrast', type: 'band' },
      y: { grid: true },
      marks: [Plot.barY(rows, { x: 'contrast', y: 'examples', fill: '#0072b2' }), Plot.ruleY([0])],
    },
  });
}

function refusedTable({ mining }: DatasetStats): string {
  const meanings: Readonly<Record<string, string>> = STRICT_RULE_TEXTS;
  const rows = Object.entries(mining.refused).map(([rule, pairs]) => ({ rule, pairs, meaning: meanings[rule] ?? '' }));
  if (rows.length === 0) return '';
  return tableToHtml({
    caption: 'Similar pairs that a rule refused',
    columns: ['rule', 'pairs', 'meaning'].map((key) => ({ key, label: key })),
    rows,
  });
}

function filterText(filter: NonNullable<DatasetStats['filter']>): string {
  const { agreement } = filter;
  const removed = filter.removedShare === null ? 'undefined' : `${(100 * filter.removedShare).toFixed(1)}%`;
  const shared =
    agreement.overlap === 0
      ? 'No example was judged by two people.'
      : `On ${agreement.overlap} examples that two people judged: agreement ${agreement.agreement?.toFixed(2) ?? 'undefined'}, kappa ${agreement.kappa?.toFixed(2) ?? 'undefined'} (the paper: 0.88 and 0.76).`;
  return `<p>${filter.judged} test examples judged, ${filter.undecided} not; ${removed} removed (the paper: 13.6%). ${shared}</p>`;
}
