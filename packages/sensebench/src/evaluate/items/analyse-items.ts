/** Item analysis of a table of scores: difficulty, discrimination, item response models, and items that may be broken. */
import {
  type ChosenItems,
  chooseItems,
  type DescribedItem,
  describeItems,
  type FittedItems,
  fitItems,
  type ItemModel,
  type ItemParameters,
  type Responses,
  type ScoreTable,
} from '@sensebench/metrics/internal/metrics';

/** Below these numbers of systems a model has no stable parameters. */
const LEAST_SYSTEMS = { '1pl': 3, '2pl': 30 };
const SUSPECT_P = 0.05;
/** A slope this flat says that ability makes no difference. */
const NO_DISCRIMINATION = 0.05;

export interface AnalysedItem extends DescribedItem {
  parameters: ItemParameters | null;
  /** Share of people who disagree with the majority, where people have labelled the item. */
  disagreement?: number | null;
}

export interface ItemAnalysis {
  systems: { name: string; mean: number | null; ability?: { mean: number; sd: number } }[];
  items: AnalysedItem[];
  /** Solved by every system, and by none. */
  solvedByAll: string[];
  solvedByNone: string[];
  /** Weak systems do better here than strong ones, beyond chance at 5%: the key may be wrong. Worst first. */
  suspected: string[];
  /** How many items would look like that by chance alone. */
  suspectedByChance: number;
  model: Pick<FittedItems, 'model' | 'logLikelihood' | 'iterations' | 'converged'> | null;
  smallest: ChosenItems | null;
  /** What can and cannot be concluded from so few systems. */
  notes: string[];
}

export interface AnalyseOptions {
  /** `auto`: the model that the number of systems allows. */
  model?: ItemModel | 'auto' | 'none';
  /** A score from here on counts as right in the model. */
  threshold?: number;
  smallest?: number;
  seed?: number;
  disagreement?: ReadonlyMap<string, number>;
}

export function analyseItems(
  table: ScoreTable,
  { model: wanted = 'auto', threshold = 0.5, smallest, seed = 17, disagreement }: AnalyseOptions = {},
): ItemAnalysis {
  const described = describeItems(table);
  const count = table.systems.length;
  const allowed = count >= LEAST_SYSTEMS['2pl'] ? '2pl' : count >= LEAST_SYSTEMS['1pl'] ? '1pl' : 'none';
  const model = wanted === 'auto' ? allowed : wanted;
  const fitted = model === 'none' ? null : fitItems(binary(table, threshold), { model });
  const known = described.filter(({ pNegative }) => pNegative !== null);
  const suspected = known
    .filter(({ pNegative }) => (pNegative ?? 1) < SUSPECT_P)
    .sort((a, b) => (a.pNegative ?? 0) - (b.pNegative ?? 0) || (a.discrimination ?? 0) - (b.discrimination ?? 0));
  const extreme = (right: boolean) =>
    described.filter(
      ({ systems }, place) => systems > 0 && table.scores.every((row) => row[place] === null || row[place] >= threshold === right),
    );
  return {
    systems: table.systems.map((name, place) => ({
      name,
      mean: meanOf(table.scores[place]),
      ...(fitted ? { ability: fitted.abilities[place] } : {}),
    })),
    items: described.map((item, place) => ({
      ...item,
      parameters: fitted?.items[place] ?? null,
      ...(disagreement ? { disagreement: disagreement.get(item.id) ?? null } : {}),
    })),
    solvedByAll: extreme(true).map(({ id }) => id),
    solvedByNone: extreme(false).map(({ id }) => id),
    suspected: suspected.map(({ id }) => id),
    suspectedByChance: SUSPECT_P * known.length,
    model: fitted && {
      model: fitted.model,
      logLikelihood: fitted.logLikelihood,
      iterations: fitted.iterations,
      converged: fitted.converged,
    },
    smallest: smallest === undefined ? null : chooseItems(table, { count: smallest, seed }),
    notes: notesOf(count, { model, fitted }),
  };
}

function binary({ scores }: ScoreTable, threshold: number): Responses {
  return scores.map((row) => row.map((score) => (score === null ? null : score >= threshold ? 1 : 0)));
}

function notesOf(systems: number, { model, fitted }: { model: ItemModel | 'none'; fitted: FittedItems | null }): string[] {
  return [
    ...(systems < LEAST_SYSTEMS['1pl'] ? ['With fewer than three systems only the mean score of each item is known.'] : []),
    ...(systems >= 3 && systems < 10
      ? [`With ${systems} systems a correlation says little about one item: read the suspected items, do not drop them.`]
      : []),
    ...(model === '1pl' && systems < LEAST_SYSTEMS['2pl']
      ? [`Discriminations of single items take about ${LEAST_SYSTEMS['2pl']} systems; with ${systems} all items share one (1PL).`]
      : []),
    ...(model === '2pl' && systems < LEAST_SYSTEMS['2pl']
      ? [`A 2PL model of ${systems} systems is unstable: parameters without an error are at the bound of what was tried.`]
      : []),
    ...(fitted?.items.every((item) => item === null || Math.abs(item.discrimination) < NO_DISCRIMINATION)
      ? ['The items do not agree on which systems are better: the parameters of the model mean nothing here.']
      : []),
    ...(fitted && !fitted.converged ? ['The model did not converge: take its parameters as rough.'] : []),
  ];
}

function meanOf(row: readonly (number | null)[]): number | null {
  const known = row.filter((score) => score !== null);
  return known.length > 0 ? known.reduce((sum, score) => sum + score, 0) / known.length : null;
}
