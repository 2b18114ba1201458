/** `sensebench agreement tgcsr`: agreement of the annotators, overall and per category. */
import { z } from 'zod';
import type { Table } from '../../../core/index.ts';
import { defineAction } from '../../../core/index.ts';
import { fixed, tableToText } from '../../../report/index.ts';
import { agreementByCategory, pairwisePearson, type RaterAgreement, raterAgreement } from '../rater-agreement.ts';
import { ratingsOptions, readGivenRatings } from '../ratings-options.ts';

export const agreement = defineAction({
  summary: 'agreement of the annotators: Pearson, Cronbach, Krippendorff, Fleiss, overall and per category',
  options: z.object(ratingsOptions),
  examples: [
    'agreement tgcsr --ratings vacationing-abroad-mc-ratings.csv',
    'agreement tgcsr --ratings ratings.xlsx --author context.yaml --json',
  ],
  async run(options, context) {
    const rated = await readGivenRatings(options, context.warn);
    const overall = raterAgreement(rated);
    const perCategory = agreementByCategory(rated);
    return {
      json: {
        overall,
        perCategory,
        pairwise: pairwisePearson(rated),
        annotators: rated.annotators,
        scale: rated.scale,
        published: { correlation: '> 0.9', source: 'Santos et al. 2022, section 4.2, which does not say which correlation' },
      },
      text: tableToText(agreementTable(overall, perCategory)),
    };
  },
});

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
