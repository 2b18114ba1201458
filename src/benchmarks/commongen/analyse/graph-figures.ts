/** Plots of how sets hang together on ConceptNet: Figure 4, Table 2 and Figure 8 of Lin et al. 2020. */
import { Plot, renderFigure, tableToHtml } from '../../../report/index.ts';
import type { GraphFigures } from './analyse-graph.ts';
import { categoryTable, connectivityTable, HOPS, relationTable } from './graph-tables.ts';

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
