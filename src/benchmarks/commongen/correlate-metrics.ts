/** Finds metrics that rank systems as people do (Lin et al. 2020, section 5.2): Spearman with the weighted hit@1 of Table 4. */
import { spearman } from '../../metrics/agreement/index.ts';

/** Spearman between each metric and the coverage-weighted hit@1 of the systems (the paper: SPICE 0.94, METEOR and ROUGE-2 0.88, BLEU-4 0.78). */
export function correlateMetrics(
  hits: Readonly<Record<string, Readonly<Record<string, number>>>>,
  systems: Readonly<Record<string, { coverage: number; scores: Readonly<Record<string, number>> }>>,
): Record<string, number | null> {
  const names = Object.keys(hits).filter((name) => name in systems);
  const weighted = names.map((name) => hits[name]['hit@1'] * systems[name].coverage);
  const metrics = [...new Set(names.flatMap((name) => Object.keys(systems[name].scores)))];
  return Object.fromEntries(
    metrics.map((metric) => [
      metric,
      spearman(
        weighted,
        names.map((name) => systems[name].scores[metric]),
      ),
    ]),
  );
}
