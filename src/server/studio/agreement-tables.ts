/** Agreement as tables: each field of a task with its coefficients and intervals, each annotator against the others. */
import type { TaskAgreement } from '../../annotate/index.ts';
import type { Column, Table } from '../../core/index.ts';
import { fixed, percent } from '../../report/index.ts';

const number = (key: string, label: string, format?: Column['format']): Column => ({
  key,
  label,
  align: 'right',
  ...(format ? { format } : {}),
});

export function agreementTables({ fields, perAnnotator, pair }: TaskAgreement): Table[] {
  if (Object.keys(fields).length === 0) return [];
  return [
    {
      caption: 'Agreement by field, with 95% intervals over items',
      columns: [
        { key: 'field', label: 'field' },
        number('items', 'items'),
        number('raw', 'agreement %', percent(1)),
        number('fleissKappa', "Fleiss' κ", fixed(3)),
        number('krippendorffAlpha', "Krippendorff's α", fixed(3)),
        number('cohenKappa', `Cohen's κ of ${pair.annotators.slice(0, 2).join(' and ')}`, fixed(3)),
      ],
      rows: Object.entries(fields).map(([field, { items, raw, fleissKappa, krippendorffAlpha, pair: both }]) => ({
        field,
        items,
        raw,
        fleissKappa,
        krippendorffAlpha,
        cohenKappa: both.cohenKappa,
      })),
      aside(row, { key }) {
        const { intervals } = fields[String(row.field)];
        const range = key === 'raw' || key === 'fleissKappa' || key === 'krippendorffAlpha' ? intervals[key] : undefined;
        return range && `(${range.map((end) => (key === 'raw' ? (100 * end).toFixed(0) : end.toFixed(2))).join(' – ')})`;
      },
    },
    {
      caption: 'Each annotator against what most of the others say',
      columns: [
        { key: 'annotator', label: 'annotator' },
        number('items', 'items'),
        number('compared', 'compared'),
        number('agreement', 'agreement %', percent(1)),
        number('cohenKappa', "Cohen's κ", fixed(3)),
      ],
      rows: Object.entries(perAnnotator).map(([annotator, own]) => ({ annotator, ...own })),
    },
  ];
}
