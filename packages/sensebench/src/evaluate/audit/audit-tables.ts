/** The tables of an audit, for a terminal and for the page. */
import type { Benchmark, Column, Table, Value } from '@sensebench/metrics/internal/core';
import { percent } from '../../report/index.ts';
import { formatOf } from '../../report/runs/index.ts';
import type { Audit } from './audit-dataset.ts';

const share = (key: string, label: string): Column => ({ key, label, format: percent(1), align: 'right' });
const count = (key: string, label = key): Column => ({ key, label, align: 'right' });

export function baselinesTable({ baselines }: Audit, own: Benchmark['ownMetrics']): Table {
  const output = baselines.find((each) => each.output !== null)?.output ?? 'score';
  return {
    columns: [
      { key: 'model', label: 'baseline' },
      count('items'),
      share('solved', 'solved %'),
      { key: 'score', label: output, format: formatOf(output, own), align: 'right' },
      ...(baselines.some(({ reason }) => reason) ? [{ key: 'reason', label: 'not asked because' }] : []),
    ],
    rows: baselines.map(({ model, items, solved, score, reason }) => ({ model, items, solved, score, reason: reason ?? '' })),
  };
}

export function templatesTable({ templates }: Audit): Table {
  return {
    columns: [{ key: 'template', label: `template (${templates.masked} as _)` }, count('texts'), share('share', 'share %')],
    rows: templates.top,
  };
}

export function frequenciesTable({ of, top }: Audit['frequencies'][number]): Table {
  return { columns: [{ key: 'value', label: of }, count('items'), share('share', '% of items')], rows: top };
}

export function nearDuplicatesTable({ nearDuplicates: { overlap, pairs } }: Audit): Table {
  return {
    columns: [
      { key: 'split', label: 'split' },
      { key: 'other', label: 'is also in' },
      { key: 'of', label: 'text' },
      count('texts', 'distinct'),
      count('equal'),
      count('near', `overlap ≥ ${overlap}`),
      share('share', 'both %'),
    ],
    rows: pairs.map(({ examples, ...pair }) => pair),
  };
}

export function labelWordsTable({ labelWords }: Audit, most: number): Table {
  return {
    columns: [
      { key: 'word', label: 'word' },
      { key: 'part', label: 'of the' },
      { key: 'label', label: 'label' },
      count('texts'),
      share('share', '% with the label'),
      share('base', '% of all'),
      { key: 'pHolm', label: 'p (Holm)', format: shownP, align: 'right' },
    ],
    rows: (labelWords?.words ?? []).slice(0, most).map((word) => ({ ...word })),
  };
}

export function regionsTable({ regions, runs }: Audit, own: Benchmark['ownMetrics']): Table {
  return {
    columns: [
      { key: 'region', label: 'region' },
      count('items'),
      share('share', '% of items'),
      ...Object.entries(runs).map(
        ([name, output]): Column => ({ key: `run/${name}`, label: `${output} of ${name}`, format: formatOf(output, own), align: 'right' }),
      ),
    ],
    rows: regions.map(({ region, items, share: part, scores }) => ({
      region,
      items,
      share: part,
      ...Object.fromEntries(Object.entries(scores).map(([name, value]) => [`run/${name}`, value])),
    })),
  };
}

export function shownP(value: Value): string {
  return typeof value !== 'number' ? String(value) : value < 0.001 ? '< 0.001' : value.toFixed(3);
}
