/** The agreement of TG-CSR's annotators as a table. */
import type { Table } from '../../core/index.ts';
import { fixed } from '../../report/index.ts';
import type { RaterAgreement } from './rater-agreement.ts';

export function agreementTable(overall: RaterAgreement, perCategory: Readonly<Record<string, RaterAgreement>>): Table {
  const column = (key: keyof RaterAgreement, label: string) => ({ key, label, align: 'right' as const, format: fixed(3) });
  return {
    caption: 'Agreement of the annotators',
    columns: [
      { key: 'category', label: 'category' },
      { key: 'pairs', label: 'pairs', align: 'right' },
      column('pearson', 'Pearson'),
      column('pearsonLowest', 'lowest'),
      column('pearsonHighest', 'highest'),
      column('cronbachAlpha', "Cronbach's α"),
      column('krippendorffAlpha', "Krippendorff's α"),
      column('fleissKappa', "Fleiss' κ"),
      column('fleissKappaYesNo', 'κ of yes/no'),
    ],
    rows: [...Object.entries(perCategory).map(([category, row]) => ({ category, ...row })), { category: 'all', ...overall }],
  };
}
