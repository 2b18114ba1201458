/** Item response models with one or two parameters, by marginal maximum likelihood (Bock and Aitkin 1981; PX-EM: Liu et al. 1998). */
import { InputError } from '../../core/index.ts';

/** By system, then by item; null where a system did not answer. */
export type Responses = readonly (readonly (0 | 1 | null)[])[];

/** `1pl`: all items discriminate alike. `2pl`: each has a discrimination of its own. */
export type ItemModel = '1pl' | '2pl';

export interface ItemParameters {
  /** The ability, in standard deviations of the systems, at which half of the answers are right. */
  difficulty: number;
  difficultyError: number | null;
  /** How steeply the chance of a right answer rises with ability; negative where better systems do worse. */
  discrimination: number;
  /** null in a model with one parameter: it belongs to no single item. */
  discriminationError: number | null;
}

export interface FittedItems {
  model: ItemModel;
  /** null where every system answered alike: such an item has no finite difficulty. */
  items: (ItemParameters | null)[];
  /** Posterior mean and standard deviation of each system's ability. */
  abilities: { mean: number; sd: number }[];
  logLikelihood: number;
  iterations: number;
  converged: boolean;
}

export interface FitOptions {
  model?: ItemModel;
  /** Most rounds of expectation and maximization. */
  iterations?: number;
  /** The fit ends when no parameter changes by more. */
  tolerance?: number;
}

const REACH = 6;
/** Of items so many that abilities are known exactly, the grid must be as fine as the abilities. */
const NODES = { least: 61, most: 1201 };
/** Nodes with a smaller share of a system's posterior have no effect that a double would show. */
const NO_SHARE = 1e-12;
/** With few systems a likelihood may have no maximum: then the slope ends here. */
const STEEPEST = 8;
const LARGEST_INTERCEPT = 40;

interface State {
  /** The logit of a right answer is slope × ability + intercept. */
  slopes: Float64Array;
  intercepts: Float64Array;
}

export function fitItems(responses: Responses, { model = '2pl', iterations = 2000, tolerance = 1e-5 }: FitOptions = {}): FittedItems {
  const width = responses[0]?.length ?? 0;
  if (responses.some((row) => row.length !== width)) throw new InputError('every system needs an answer or null for every item');
  const used = Array.from({ length: width }, (_, item) => item).filter((item) => varies(responses, item));
  if (responses.length < 2 || used.length < 2)
    throw new InputError('a model of items takes two systems and two items that they answer differently');
  const table = responses.map((row) => used.map((item) => row[item]));
  const state = startingState(table);
  const grid = normalGrid(used.length);
  let expected = expect(table, state, grid);
  let round = 0;
  let change = Number.POSITIVE_INFINITY;
  for (; round < iterations && change > tolerance; round++) {
    const before = { slopes: Float64Array.from(state.slopes), intercepts: Float64Array.from(state.intercepts) };
    maximize(state, expected, { grid, model });
    rescale(state, expected.posterior, grid);
    change = Math.max(largestChange(state.slopes, before.slopes), largestChange(state.intercepts, before.intercepts));
    expected = expect(table, state, grid);
  }
  orient(state, expected.posterior);
  const parameters = used.map((_, place) => describeItem(table, place, { state, grid, posterior: expected.posterior, model }));
  const items: (ItemParameters | null)[] = Array(width).fill(null);
  for (const [place, item] of used.entries()) items[item] = parameters[place];
  return {
    model,
    items,
    abilities: expected.posterior.map((weights) => moments(weights, grid.nodes)),
    logLikelihood: expected.logLikelihood,
    iterations: round,
    converged: change <= tolerance,
  };
}

function varies(responses: Responses, item: number): boolean {
  return responses.some((row) => row[item] === 1) && responses.some((row) => row[item] === 0);
}

interface Grid {
  nodes: Float64Array;
  /** Logarithms of the normal distribution's shares at the nodes. */
  logShares: Float64Array;
}

function normalGrid(items: number): Grid {
  const count = Math.min(NODES.most, Math.max(NODES.least, 2 * Math.ceil(REACH * Math.sqrt(items)) + 1));
  const nodes = Float64Array.from({ length: count }, (_, q) => -REACH + (2 * REACH * q) / (count - 1));
  const total = nodes.reduce((sum, node) => sum + Math.exp((-node * node) / 2), 0);
  return { nodes, logShares: nodes.map((node) => (-node * node) / 2 - Math.log(total)) };
}

function startingState(table: Responses): State {
  const width = table[0].length;
  const intercepts = new Float64Array(width);
  for (let item = 0; item < width; item++) {
    const answers = table.flatMap((row) => row[item] ?? []);
    const right = (answers.reduce<number>((sum, answer) => sum + answer, 0) + 0.5) / (answers.length + 1);
    intercepts[item] = Math.log(right / (1 - right));
  }
  return { slopes: new Float64Array(width).fill(1), intercepts };
}

interface Expected {
  /** By system: the share of each node, given its answers. */
  posterior: Float64Array[];
  /** By item: answers, and right answers, that are expected at each node. */
  answers: Float64Array[];
  right: Float64Array[];
  logLikelihood: number;
}

function expect(table: Responses, { slopes, intercepts }: State, { nodes, logShares }: Grid): Expected {
  const width = slopes.length;
  const count = nodes.length;
  const [logRight, logWrong] = [0, 1].map(() => Array.from({ length: width }, () => new Float64Array(count)));
  for (let item = 0; item < width; item++) {
    for (let q = 0; q < count; q++) {
      const logit = slopes[item] * nodes[q] + intercepts[item];
      logRight[item][q] = -softplus(-logit);
      logWrong[item][q] = -softplus(logit);
    }
  }
  const [answers, right] = [0, 1].map(() => Array.from({ length: width }, () => new Float64Array(count)));
  let logLikelihood = 0;
  const posterior = table.map((row) => {
    const weights = Float64Array.from(logShares);
    for (let item = 0; item < width; item++) {
      if (row[item] === null) continue;
      const logs = row[item] === 1 ? logRight[item] : logWrong[item];
      for (let q = 0; q < count; q++) weights[q] += logs[q];
    }
    const most = Math.max(...weights);
    let total = 0;
    for (let q = 0; q < count; q++) {
      weights[q] = Math.exp(weights[q] - most);
      total += weights[q];
    }
    logLikelihood += most + Math.log(total);
    for (let q = 0; q < count; q++) weights[q] /= total;
    const [from, to] = supportOf(weights);
    for (let item = 0; item < width; item++) {
      if (row[item] === null) continue;
      for (let q = from; q < to; q++) answers[item][q] += weights[q];
      if (row[item] === 1) for (let q = from; q < to; q++) right[item][q] += weights[q];
    }
    return weights;
  });
  return { posterior, answers, right, logLikelihood };
}

/** The nodes that have a share at all. */
function supportOf(weights: Float64Array): [number, number] {
  const above = (weight: number) => weight > NO_SHARE;
  return [weights.findIndex(above), weights.findLastIndex(above) + 1];
}

/** One Newton step for every item, and for the slope that all share. */
function maximize({ slopes, intercepts }: State, { answers, right }: Expected, { grid, model }: { grid: Grid; model: ItemModel }): void {
  const shared = { gradient: 0, information: 0 };
  for (let item = 0; item < slopes.length; item++) {
    const { gradient, information } = itemDerivatives(slopes[item], intercepts[item], { answers: answers[item], right: right[item], grid });
    const [slopeStep, interceptStep] =
      model === '2pl'
        ? solve(information, gradient)
        : [0, information.interceptIntercept > 0 ? gradient.intercept / information.interceptIntercept : 0];
    shared.gradient += gradient.slope;
    shared.information += information.slopeSlope;
    const slope = within(slopes[item] + within(slopeStep, 1), STEEPEST);
    const intercept = within(intercepts[item] + within(interceptStep, 1), LARGEST_INTERCEPT);
    slopes[item] = slope;
    intercepts[item] = intercept;
  }
  if (model === '1pl' && shared.information > 0) {
    const slope = Math.max(0.01, within(slopes[0] + within(shared.gradient / shared.information, 0.5), STEEPEST));
    slopes.fill(slope);
  }
}

/**
 * Abilities have mean 0 and variance 1. Their posterior means tell how far the parameters are from that, and moving there at once saves
 * hundreds of rounds where many items tell the abilities exactly.
 */
function rescale({ slopes, intercepts }: State, posterior: readonly Float64Array[], { nodes }: Grid): void {
  const all = posterior.map((weights) => moments(weights, nodes));
  const mean = all.reduce((sum, one) => sum + one.mean, 0) / all.length;
  const square = all.reduce((sum, one) => sum + one.sd * one.sd + one.mean * one.mean, 0) / all.length;
  const sd = Math.sqrt(square - mean * mean);
  for (let item = 0; item < slopes.length; item++) {
    intercepts[item] += slopes[item] * mean;
    slopes[item] *= sd;
  }
}

function largestChange(now: Float64Array, before: Float64Array): number {
  return now.reduce((most, value, place) => Math.max(most, Math.abs(value - before[place])), 0);
}

interface Derivatives {
  gradient: { slope: number; intercept: number };
  information: { slopeSlope: number; slopeIntercept: number; interceptIntercept: number };
}

function itemDerivatives(
  slope: number,
  intercept: number,
  counts: { answers: Float64Array; right: Float64Array; grid: Grid },
): Derivatives {
  const gradient = { slope: 0, intercept: 0 };
  const information = { slopeSlope: 0, slopeIntercept: 0, interceptIntercept: 0 };
  for (let q = 0; q < counts.answers.length; q++) {
    if (counts.answers[q] === 0) continue;
    const node = counts.grid.nodes[q];
    const chance = logistic(slope * node + intercept);
    const residual = counts.right[q] - counts.answers[q] * chance;
    const weight = counts.answers[q] * chance * (1 - chance);
    gradient.slope += residual * node;
    gradient.intercept += residual;
    information.slopeSlope += weight * node * node;
    information.slopeIntercept += weight * node;
    information.interceptIntercept += weight;
  }
  return { gradient, information };
}

/** The Newton step; along the intercept alone where the two parameters cannot be told apart. */
function solve(
  { slopeSlope, slopeIntercept, interceptIntercept }: Derivatives['information'],
  gradient: Derivatives['gradient'],
): [number, number] {
  const determinant = slopeSlope * interceptIntercept - slopeIntercept * slopeIntercept;
  if (!(determinant > 1e-12)) return [0, interceptIntercept > 0 ? gradient.intercept / interceptIntercept : 0];
  return [
    (interceptIntercept * gradient.slope - slopeIntercept * gradient.intercept) / determinant,
    (slopeSlope * gradient.intercept - slopeIntercept * gradient.slope) / determinant,
  ];
}

/** A model with all signs turned round fits as well: that one is meant in which most items are solved by better systems. */
function orient({ slopes }: State, posterior: readonly Float64Array[]): void {
  if (slopes.filter((slope) => slope < 0).length * 2 <= slopes.length) return;
  for (let item = 0; item < slopes.length; item++) slopes[item] = -slopes[item];
  for (const weights of posterior) weights.reverse();
}

interface Fitted {
  state: State;
  grid: Grid;
  posterior: readonly Float64Array[];
  model: ItemModel;
}

/** Standard errors are from the observed information of the item's own parameters (Louis 1982). */
function describeItem(table: Responses, item: number, { state, grid, posterior, model }: Fitted): ItemParameters {
  const [slope, intercept] = [state.slopes[item], state.intercepts[item]];
  let [slopeSlope, slopeIntercept, interceptIntercept] = [0, 0, 0];
  for (const [system, row] of table.entries()) {
    const answer = row[item];
    if (answer === null) continue;
    const mean = { slope: 0, intercept: 0 };
    for (let q = 0; q < grid.nodes.length; q++) {
      const [weight, node] = [posterior[system][q], grid.nodes[q]];
      if (weight <= NO_SHARE) continue;
      const chance = logistic(slope * node + intercept);
      const residual = answer - chance;
      const left = weight * (chance * (1 - chance) - residual * residual);
      slopeSlope += left * node * node;
      slopeIntercept += left * node;
      interceptIntercept += left;
      mean.slope += weight * residual * node;
      mean.intercept += weight * residual;
    }
    slopeSlope += mean.slope * mean.slope;
    slopeIntercept += mean.slope * mean.intercept;
    interceptIntercept += mean.intercept * mean.intercept;
  }
  const difficulty = -intercept / slope;
  if (model === '1pl')
    return {
      difficulty,
      difficultyError: interceptIntercept > 0 ? 1 / (Math.sqrt(interceptIntercept) * Math.abs(slope)) : null,
      discrimination: slope,
      discriminationError: null,
    };
  const determinant = slopeSlope * interceptIntercept - slopeIntercept * slopeIntercept;
  if (!(determinant > 0 && interceptIntercept > 0) || Math.abs(slope) >= STEEPEST)
    return { difficulty, difficultyError: null, discrimination: slope, discriminationError: null };
  const variance = { slope: interceptIntercept / determinant, intercept: slopeSlope / determinant, both: -slopeIntercept / determinant };
  const [bySlope, byIntercept] = [intercept / (slope * slope), -1 / slope];
  return {
    difficulty,
    difficultyError: Math.sqrt(
      bySlope * bySlope * variance.slope + byIntercept * byIntercept * variance.intercept + 2 * bySlope * byIntercept * variance.both,
    ),
    discrimination: slope,
    discriminationError: Math.sqrt(variance.slope),
  };
}

function moments(weights: Float64Array, nodes: Float64Array): { mean: number; sd: number } {
  let [mean, square] = [0, 0];
  for (let q = 0; q < nodes.length; q++) {
    mean += weights[q] * nodes[q];
    square += weights[q] * nodes[q] * nodes[q];
  }
  return { mean, sd: Math.sqrt(Math.max(0, square - mean * mean)) };
}

function within(value: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, value));
}

function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
