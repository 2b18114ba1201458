/** Learning curves of the transfer study (Lin et al. 2020, Figure 6, Table 8): the best checkpoint, and how soon an accuracy is reached. */

export interface CurvePoint {
  steps: number;
  accuracy: number;
}

/** The first checkpoint that reaches an accuracy, and how many times sooner that is than the baseline's; null without a baseline to compare. */
export interface Reached extends CurvePoint {
  speedUp: number | null;
}

export interface LearningCurve {
  best: CurvePoint | null;
  /** First checkpoint that reaches the baseline's best. */
  reachesBaseline: Reached | null;
  /** First checkpoint that reaches the accuracy that was asked for. */
  reachesAccuracy?: Reached | null;
}

export interface CurveOptions {
  baseline: string;
  /** Ask when each system first reaches this. */
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
