/** Results of ratings (Santos et al. 2022, sections 4.2 and 7): agreement, labels, and the pairs that are removed. */
import type { Outcome } from '../../core/index.ts';
import { agreementTable } from './agreement-table.ts';
import { disagreement, disagreementTable } from './disagreement.ts';
import { groundTruth, labelFields } from './ground-truth.ts';
import { agreementByCategory, pairwisePearson, raterAgreement } from './rater-agreement.ts';
import type { RatedPairs } from './ratings/rated-pairs.ts';

export function ratingsOutcome(rated: RatedPairs): Outcome {
  const [overall, perCategory] = [raterAgreement(rated), agreementByCategory(rated)];
  const { labels, removed } = groundTruth(rated);
  const disputes = disagreement(rated);
  const rows = new Map<string, object | null>(labels.map((truth) => [truth.pair.id, labelFields(truth)]));
  for (const { pair } of removed) rows.set(pair.id, null);
  return {
    json: {
      overall,
      perCategory,
      disagreement: disputes,
      pairwise: pairwisePearson(rated),
      annotators: rated.annotators,
      scale: rated.scale,
    },
    tables: [agreementTable(overall, perCategory), disagreementTable(disputes)],
    rows,
    dropped: removed.map(({ pair, rule, value, limit }) => ({ step: 'filter', rule, ids: [pair.id], value, limit })),
  };
}
