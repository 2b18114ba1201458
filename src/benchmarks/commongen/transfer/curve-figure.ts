/** Draws learning curves as Figure 6 of Lin et al. 2020 does, ours with the published ones behind them. */
import { Plot, renderFigure } from '../../../report/index.ts';
import type { CurvePoint } from './learning-curves.ts';

export interface CurveFigureOptions {
  /** Drawn thin and dashed. */
  published: Readonly<Record<string, readonly CurvePoint[]>>;
  /** A line across at this accuracy. */
  accuracy?: number;
}

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
