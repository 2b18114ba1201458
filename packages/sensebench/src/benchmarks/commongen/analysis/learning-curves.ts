/** Learning curves of the transfer study (Lin et al. 2020, Figure 6, Table 8): the best checkpoint and the first to reach an accuracy. */
import { Plot, renderFigure } from '../../../report/plots/index.ts';
import published from './published-curves.json' with { type: 'json' };

export interface CurvePoint {
  steps: number;
  accuracy: number;
}

/** The first checkpoint that reaches an accuracy, and how many times sooner it comes than the baseline's; null without a baseline. */
export interface Reached extends CurvePoint {
  speedUp: number | null;
}

export interface LearningCurve {
  best: CurvePoint | null;
  /** The first checkpoint that reaches the baseline's best accuracy. */
  reachesBaseline: Reached | null;
  /** The first checkpoint that reaches the given accuracy. */
  reachesAccuracy?: Reached | null;
}

export interface CurveOptions {
  baseline: string;
  /** An accuracy to look up: the first checkpoint of each system that reaches it is reported. */
  accuracy?: number;
}

export function learningCurves(
  points: Readonly<Record<string, readonly CurvePoint[]>>,
  { baseline, accuracy }: CurveOptions,
): Record<string, LearningCurve> {
  const own = points[baseline] ?? [];
  const target = bestOf(own);
  const ofBaseline = accuracy === undefined ? undefined : firstAt(own, accuracy);
  return Object.fromEntries(
    Object.entries(points).map(([system, list]) => [
      system,
      {
        best: bestOf(list),
        reachesBaseline: target && compare(firstAt(list, target.accuracy), target),
        ...(accuracy === undefined ? {} : { reachesAccuracy: compare(firstAt(list, accuracy), ofBaseline) }),
      },
    ]),
  );
}

function bestOf(list: readonly CurvePoint[]): CurvePoint | null {
  return list.reduce<CurvePoint | null>((best, point) => (best && best.accuracy >= point.accuracy ? best : point), null);
}

function firstAt(list: readonly CurvePoint[], accuracy: number): CurvePoint | undefined {
  return [...list].sort((a, b) => a.steps - b.steps).find((point) => point.accuracy >= accuracy);
}

function compare(point: CurvePoint | undefined, baseline: CurvePoint | undefined): Reached | null {
  return point ? { ...point, speedUp: baseline ? baseline.steps / point.steps : null } : null;
}

interface CurveFigureOptions {
  /** Draw the curve thin and dashed. */
  published: Readonly<Record<string, readonly CurvePoint[]>>;
  /** Draw a horizontal line at this accuracy. */
  accuracy?: number;
}

/** Draws learning curves as in Figure 6 of Lin et al. 2020, with the published ones in the background. */
export function curveFigure(curves: Readonly<Record<string, readonly CurvePoint[]>>, { published, accuracy }: CurveFigureOptions): string {
  const rows = flat(curves);
  const others = flat(published).map((row) => ({ ...row, system: `${row.system}, published` }));
  return renderFigure({
    caption: `Accuracy on CommonsenseQA's dev questions by training step (Figure 6)${others.length > 0 ? '; dashed: published' : ''}`,
    options: {
      height: 420,
      x: { label: 'training steps' },
      y: { percent: true, label: '% right', grid: true },
      color: { legend: true },
      marks: [
        Plot.line(others, { x: 'steps', y: 'accuracy', stroke: 'system', strokeWidth: 1, strokeDasharray: '4 3' }),
        Plot.line(rows, { x: 'steps', y: 'accuracy', stroke: 'system', strokeWidth: 2 }),
        ...(accuracy === undefined ? [] : [Plot.ruleY([accuracy], { stroke: 'currentColor', strokeDasharray: '2 4' })]),
      ],
    },
  });
}

function flat(curves: Readonly<Record<string, readonly CurvePoint[]>>) {
  return Object.entries(curves).flatMap(([system, points]) =>
    [...points].sort((a, b) => a.steps - b.steps).map((point) => ({ system, ...point })),
  );
}

const EVERY = 50;

export const PUBLISHED_BASELINE = 'RoBERTa-Large';

/**
 * The published curves (Table 8): dev accuracy every 50 training steps, in the file in ten-thousandths. The table prints 2900 and 2950 as "2000" and
 * "2900"; its last row (3000) is illegible in our copy and left out.
 */
export const PUBLISHED_CURVES: Readonly<Record<string, readonly CurvePoint[]>> = Object.fromEntries(
  Object.entries(published).map(([system, accuracies]) => [
    system,
    accuracies.map((accuracy, i) => ({ steps: EVERY * (i + 1), accuracy: accuracy / 10_000 })),
  ]),
);
