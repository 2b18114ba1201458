/** Figure 4, Table 2 and Figure 8 of Lin et al. 2020 as tables for a terminal and as plots for a page. */
import type { Column, Table } from '@sensebench/metrics/internal/core';
import { percent, tableToHtml } from '../../../report/index.ts';
import { Plot, renderFigure } from '../../../report/plots/index.ts';
import type { GraphFigures } from './analyse-graph.ts';
import { PUBLISHED_RELATIONS } from './connectivity.ts';

const HOPS = [
  { key: 'oneHop', label: 'one hop' },
  { key: 'twoHop', label: 'two hops' },
] as const;

/** The statement of section 3.4 on Figure 4, about the 750 sets of five in the paper's test. */
const FIGURE_4 =
  "the paper's test: three connected pairs in 12.0% at one hop, at most one in about 60%; nearly all ten in nearly 50% at two hops";

export function graphTables(split: string, figures: GraphFigures): Table[] {
  return [connectivityTable(split, figures), categoryTable(split, figures), relationTable(split, figures)];
}

function connectivityTable(split: string, { connectivity }: GraphFigures): Table {
  return {
    caption: `Figure 4: connected pairs in the ${connectivity.sets} sets of five of ${split}, % of sets (${FIGURE_4})`,
    columns: [{ key: 'pairs', label: 'connected pairs of ten', align: 'right' }, ...HOPS.map(share)],
    rows: connectivity.oneHop.map((oneHop, pairs) => ({ pairs, oneHop, twoHop: connectivity.twoHop[pairs] })),
  };
}

/** The categories of the two-hop column overlap, because a path has two relations, and are not normalized. */
function categoryTable(split: string, { relations }: GraphFigures): Table {
  const categories = Object.keys(relations.oneHop.categories);
  return {
    caption: `Table 2: relation categories of the connections in ${split}, %; a two-hop connection can have two`,
    columns: [
      { key: 'category', label: 'Category' },
      ...HOPS.flatMap(({ key, label }) => [
        share({ key, label }),
        { key: `${key}Paper`, label: `${label}, paper's dev and test`, format: percent(2), align: 'right' as const },
      ]),
    ],
    rows: categories.map((category) => ({
      category,
      ...Object.fromEntries(
        HOPS.flatMap(({ key }) => [
          [key, relations[key].categories[category]],
          [`${key}Paper`, PUBLISHED_RELATIONS[category][key]],
        ]),
      ),
    })),
  };
}

function relationTable(split: string, { relations }: GraphFigures): Table {
  const names = [...new Set(HOPS.flatMap(({ key }) => Object.keys(relations[key].relations)))];
  return {
    caption: `Figure 8: connections with each relation in ${split} (${HOPS.map(({ key, label }) => `${relations[key].connections} of ${label}`).join(', ')}), %`,
    columns: [{ key: 'relation', label: 'Relation' }, ...HOPS.map(share)],
    rows: names.map((relation) => ({
      relation,
      ...Object.fromEntries(
        HOPS.map(({ key }) => {
          const { connections, relations: counts } = relations[key];
          return [key, connections > 0 ? (counts[relation] ?? 0) / connections : null];
        }),
      ),
    })),
  };
}

function share({ key, label }: { key: string; label: string }): Column {
  return { key, label, format: percent(2), align: 'right' };
}

/** Plots of the connections in ConceptNet, as in Figure 4, Table 2 and Figure 8 of Lin et al. 2020. */
export function graphFigures(figures: Readonly<Record<string, GraphFigures>>): string {
  return Object.entries(figures)
    .map(([split, figure]) =>
      [
        connectivityFigure(split, figure),
        ...(figure.connectivity.sets > 0 ? [tableToHtml(connectivityTable(split, figure))] : []),
        tableToHtml(categoryTable(split, figure)),
        relationFigure(split, figure),
        tableToHtml(relationTable(split, figure)),
      ].join('\n'),
    )
    .join('\n');
}

function connectivityFigure(split: string, { connectivity }: GraphFigures): string {
  if (connectivity.sets === 0) return `<p class="note">${split} has no sets of five concepts, which Figure 4 counts.</p>`;
  const rows = HOPS.flatMap(({ key, label }) => connectivity[key].map((share, pairs) => ({ hops: label, pairs: String(pairs), share })));
  return renderFigure({
    caption: `Connected pairs in the ${connectivity.sets} sets of five of ${split} (Figure 4)`,
    options: {
      height: 250,
      x: { label: 'connected pairs of ten', domain: connectivity.oneHop.map((_, pairs) => String(pairs)) },
      y: { percent: true, label: '% of sets', grid: true },
      fx: { label: null },
      marks: [Plot.barY(rows, { x: 'pairs', y: 'share', fx: 'hops', fill: 'hops' }), Plot.ruleY([0])],
    },
  });
}

function relationFigure(split: string, { relations }: GraphFigures): string {
  const rows = HOPS.flatMap(({ key, label }) =>
    Object.entries(relations[key].relations).map(([relation, count]) => ({
      hops: label,
      relation,
      share: count / relations[key].connections,
    })),
  );
  if (rows.length === 0) return `<p class="note">No two concepts of a set of ${split} are connected.</p>`;
  const names = [...new Set(rows.map(({ relation }) => relation))];
  return renderFigure({
    caption: `Connections with each relation in ${split} (Figure 8); a two-hop connection has two`,
    options: {
      height: 80 + 16 * names.length,
      marginLeft: 130,
      x: { percent: true, label: '% of connections', grid: true },
      y: { label: null, domain: names },
      fx: { label: null },
      marks: [Plot.barX(rows, { x: 'share', y: 'relation', fx: 'hops', fill: 'hops' }), Plot.ruleX([0])],
    },
  });
}
