/** What an item analysis found, as sentences and tables. */
import type { Table } from '@sensebench/metrics/internal/core';
import type { ItemAnalysis } from './analyse-items.ts';

export function describeAnalysis({
  items,
  solvedByAll,
  solvedByNone,
  suspected,
  suspectedByChance,
  smallest,
  model,
  notes,
}: ItemAnalysis): string[] {
  const disputed = items.filter(({ disagreement }) => (disagreement ?? 0) > 0).length;
  return [
    `Every system solves ${ofItems(solvedByAll.length, items.length)}; no system solves ${ofItems(solvedByNone.length, items.length)}.`,
    `On ${ofItems(suspected.length, items.length)} weak systems do better than strong ones (p < .05); by chance alone ${suspectedByChance.toFixed(0)} would be expected.`,
    ...(items.some(({ disagreement }) => disagreement !== undefined) ? [`People disagree about ${ofItems(disputed, items.length)}.`] : []),
    ...(model
      ? [`${model.model.toUpperCase()} model: log-likelihood ${model.logLikelihood.toFixed(1)} after ${model.iterations} iterations.`]
      : []),
    ...(smallest
      ? [
          `${smallest.items.length} chosen items give mean scores within ${points(smallest.distance)} of those of all items, and within ${points(smallest.leftOut.distance)} for systems that were left out of the choice; ` +
            `as many random items: ${points(smallest.random.distance)}. Pairs of systems in the right order: ${share(smallest.leftOut.order)} for systems left out, ${share(smallest.random.order)} with random items.`,
        ]
      : []),
    ...notes,
  ];
}

export function systemsTable({ systems }: ItemAnalysis): Table {
  const fitted = systems.some(({ ability }) => ability);
  return {
    caption: 'Systems',
    columns: [
      { key: 'name', label: 'system' },
      { key: 'mean', label: 'mean score', align: 'right' },
      ...(fitted ? [{ key: 'ability', label: 'ability', align: 'right' as const }] : []),
    ],
    rows: [...systems]
      .sort((a, b) => (b.mean ?? 0) - (a.mean ?? 0))
      .map(({ name, mean, ability }) => ({
        name,
        mean: mean === null ? null : (100 * mean).toFixed(2),
        ability: ability ? `${ability.mean.toFixed(2)} ± ${ability.sd.toFixed(2)}` : null,
      })),
  };
}

/** Items to check first, then the hardest. */
export function itemsTable({ items, suspected }: ItemAnalysis): Table {
  const place = new Map(suspected.map((id, index) => [id, index]));
  const fitted = items.some(({ parameters }) => parameters);
  const people = items.some(({ disagreement }) => disagreement !== undefined);
  const right = (key: string, label: string) => ({ key, label, align: 'right' as const });
  return {
    caption: 'Items',
    columns: [
      { key: 'id', label: 'item' },
      right('mean', 'mean score'),
      right('correlation', 'correlation with the others'),
      ...(fitted ? [right('difficulty', 'difficulty'), right('discrimination', 'discrimination')] : []),
      ...(people ? [right('disagreement', 'people who disagree')] : []),
      { key: 'check', label: 'to check' },
    ],
    rows: [...items]
      .sort((a, b) => (place.get(a.id) ?? items.length) - (place.get(b.id) ?? items.length) || (a.mean ?? 0) - (b.mean ?? 0))
      .map(({ id, mean, discrimination, parameters, disagreement }) => ({
        id,
        mean: mean === null ? null : (100 * mean).toFixed(1),
        correlation: discrimination === null ? null : discrimination.toFixed(2),
        difficulty: parameters ? withError(parameters.difficulty, parameters.difficultyError) : null,
        discrimination: parameters ? withError(parameters.discrimination, parameters.discriminationError) : null,
        disagreement: disagreement === null || disagreement === undefined ? null : `${(100 * disagreement).toFixed(0)}%`,
        check: place.has(id) ? 'yes' : null,
      })),
  };
}

function ofItems(count: number, all: number): string {
  return `${count} of ${all} items`;
}

function points(distance: number): string {
  return `${(100 * distance).toFixed(2)} points`;
}

function share(value: number | null): string {
  return value === null ? '–' : `${(100 * value).toFixed(0)}%`;
}

/** With the half of a 95% interval. */
function withError(value: number, error: number | null): string {
  return error === null ? value.toFixed(2) : `${value.toFixed(2)} ± ${(1.96 * error).toFixed(2)}`;
}
