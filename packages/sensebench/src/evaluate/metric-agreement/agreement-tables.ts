/** What `metrics agree` prints: correlations by metric, tests between metrics, and what the order of showing did. */
import type { Table, Value } from '@sensebench/metrics/internal/core';
import { fixed } from '../../report/index.ts';
import type { Agreement, Level, MetricFigures } from './agree-with-people.ts';
import type { Kind } from './correlations.ts';

const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  output: 'all outputs',
  fixed: 'order held fixed',
  item: 'within items',
  system: 'systems',
};

const SHOWN: readonly { level: Level; kind: Kind; label: string }[] = [
  { level: 'output', kind: 'pearson', label: 'r' },
  { level: 'output', kind: 'spearman', label: 'ρ' },
  { level: 'output', kind: 'kendall', label: 'τ' },
  { level: 'fixed', kind: 'pearson', label: 'r' },
  { level: 'fixed', kind: 'kendall', label: 'τ' },
  { level: 'item', kind: 'kendall', label: 'τ' },
  { level: 'system', kind: 'pearson', label: 'r' },
  { level: 'system', kind: 'spearman', label: 'ρ' },
  { level: 'system', kind: 'kendall', label: 'τ' },
];

export function agreementTables(agreement: Agreement): Table[] {
  return [correlationTable(agreement), intervalTable(agreement), ...pairTable(agreement)];
}

type ShownFigure = (typeof SHOWN)[number];

const keyOf = ({ level, kind }: ShownFigure) => `${level} ${kind}`;

function correlationTable({ outputs, items, systems, annotators, people, metrics }: Agreement): Table {
  const ceiling = people === null ? '' : `; one annotator and the mean of the others: r ${people.toFixed(2)}`;
  return {
    caption: `${outputs} outputs of ${systems.length} systems for ${items} items, ${annotators.length} annotator${annotators.length === 1 ? '' : 's'}${ceiling}`,
    ...figureRows(metrics, ({ value }) => value),
  };
}

function intervalTable({ metrics }: Agreement): Table {
  return {
    caption: 'Their 95% intervals, from items drawn anew',
    ...figureRows(metrics, ({ interval }) => interval && `${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}`),
  };
}

/** A row for each metric, the one that agrees most over all outputs first; a column for each figure that some metric has. */
function figureRows(
  metrics: Agreement['metrics'],
  cellOf: (figure: { value: number; interval: [number, number] | null }) => Value,
): Pick<Table, 'columns' | 'rows'> {
  const figures = Object.entries(metrics).toSorted(([, a], [, b]) => (b.output?.pearson?.value ?? -2) - (a.output?.pearson?.value ?? -2));
  const figureOf = (own: MetricFigures, { level, kind }: ShownFigure) => own[level]?.[kind];
  const columns = SHOWN.filter((each) => figures.some(([, own]) => figureOf(own, each) !== undefined));
  return {
    columns: [
      { key: 'metric', label: 'metric' },
      ...columns.map((each) => ({ key: keyOf(each), label: `${LEVEL_NAMES[each.level]}: ${each.label}`, format: fixed(2) })),
    ],
    rows: figures.map(([metric, own]) => ({
      metric,
      ...Object.fromEntries(
        columns.map((each) => {
          const figure = figureOf(own, each);
          return [keyOf(each), figure && cellOf(figure)];
        }),
      ),
    })),
  };
}

const chance = (value: Value) => (typeof value !== 'number' ? '' : value < 0.001 ? '< 0.001' : value.toFixed(3));

/** Only pairs that differ after the correction: of ten metrics there are 45. */
function pairTable({ pairs }: Agreement): Table[] {
  const different = pairs.filter(({ level, pHolm }) => level === 'output' && pHolm !== null && pHolm < 0.05);
  if (different.length === 0) return [];
  return [
    {
      caption: "Metrics that differ in Pearson's r over all outputs (Williams' test, Holm's correction; intervals over items)",
      columns: [
        { key: 'better', label: 'agrees more' },
        { key: 'other', label: 'than' },
        { key: 'difference', label: 'r more', format: fixed(3) },
        { key: 'interval', label: '95% interval' },
        { key: 'pHolm', label: 'p', format: chance },
      ],
      rows: different.map(({ a, b, difference, interval, pHolm }) => ({
        better: difference > 0 ? a : b,
        other: difference > 0 ? b : a,
        difference: Math.abs(difference),
        interval: interval
          ? (difference > 0 ? interval : interval.map((end) => -end).toReversed()).map((end) => end.toFixed(3)).join(' to ')
          : null,
        pHolm,
      })),
    },
  ];
}

/** One line each; the first is a warning where the order pulls the answers. */
export function orderNotes({ position }: Agreement): string[] {
  if (!position) return [];
  const { warning, laterBetter, shares } = position;
  if (!warning) return [];
  const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(0)}%`);
  const { withoutWeakest: rest } = shares;
  const without = rest ? `; without ${rest.left}, the weakest system, ${percent(rest.order)} and ${percent(rest.systems)}` : '';
  const stronger = (shares.order ?? 0) > (shares.systems ?? 0) || (rest !== null && (rest.order ?? 0) > (rest.systems ?? 0));
  return [
    `${warning} The later one got the better judgement in ${percent(laterBetter)} of the comparisons.`,
    `The order of showing explains ${percent(shares.order)} of the differences between judgements, the systems ${percent(shares.systems)}${without}.`,
    ...(stronger
      ? [
          'These judgements follow the order more than the quality of the systems: they are not a yardstick for metrics. Read "order held fixed".',
        ]
      : []),
  ];
}
