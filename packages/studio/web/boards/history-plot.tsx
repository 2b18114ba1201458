/** The history of a board: each row at its time and score, the line of the leaders, and reference rows as dashed lines. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { TableView } from '../parts/shown-table.tsx';
import { isolated } from '../parts/text.tsx';
import { day } from '../parts/time.ts';
import type { Board, PhaseReply } from './competition.ts';
import { axisEnds, fittingLabels, place, roundTicks, spreadLabels } from './plot-scale.ts';
import { printed } from './printed.ts';

interface HistoryPlotProps {
  board: Board;
  history: PhaseReply['history'];
  scale: number;
}

const HEIGHT = 300;
const TOP = 12;
const BOTTOM = HEIGHT - 34;
const LEFT = 52;
/** Pixels of a letter, about. */
const LETTER = 6.5;

export function HistoryPlot({ board, history, scale }: HistoryPlotProps) {
  const { box, width } = useWidth();
  if (history.length === 0) return null;
  const references = board.rows.flatMap(({ kind, name, value }) => (kind === 'reference' && value !== null ? [{ name, value }] : []));
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <div ref={box} class="plot">
        {width > 0 && <Drawing width={width} history={history} references={references} scale={scale} rank={board.rank} />}
      </div>
      <details>
        <summary>The same as a table</summary>
        <TableView
          table={{
            caption: 'Rows in the order of time',
            columns: [
              { label: 'Date', align: 'left' },
              { label: 'System', align: 'left' },
              { label: board.rank, align: 'right' },
              { label: 'Best so far', align: 'left' },
            ],
            rows: history.map(({ at, name, value, leads }) => [day(at), name, printed(value, scale), leads ? 'yes' : '']),
          }}
        />
      </details>
    </section>
  );
}

/** The width of a box, as long as it is shown. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return { box, width };
}

interface DrawingProps {
  width: number;
  history: PhaseReply['history'];
  references: readonly { name: string; value: number }[];
  scale: number;
  rank: string;
}

function Drawing({ width, history, references, scale, rank }: DrawingProps) {
  const right = width - (references.length > 0 ? 92 : 14);
  const values = [...history, ...references].map(({ value }) => value * scale);
  const heights = axisEnds(values);
  const times = history.map(({ at }) => Date.parse(at));
  const days = axisEnds(times, 0.05);
  const y = (value: number) => place(value * scale, heights, { from: BOTTOM, to: TOP });
  const x = (at: number) => place(at, days, { from: LEFT, to: right });
  const labels = spreadLabels(
    references.map(({ value }) => y(value)),
    { gap: 15, from: TOP, to: BOTTOM },
  );
  const leaders = history.filter(({ leads }) => leads);
  const names = leaders.map(({ at, name, value }) => {
    const [middle, text] = [x(Date.parse(at)), short(name, 24)];
    const late = middle > (LEFT + right) / 2;
    const [from, room] = [middle + (late ? -8 : 8), LETTER * text.length];
    return { at, text, late, from, y: y(value) - 8, left: late ? from - room : from, right: late ? from : from + room };
  });
  const fits = fittingLabels(names, { height: 14 });
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={`${rank} of the rows by date`}>
      {roundTicks(heights.low, heights.high).map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={LEFT} x2={right} y1={y(tick / scale)} y2={y(tick / scale)} />
          <text class="tick" x={LEFT - 8} y={y(tick / scale) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <text class="tick" x={x(first)} y={HEIGHT - 10} text-anchor={first === last ? 'middle' : 'start'}>
        {day(history[times.indexOf(first)].at)}
      </text>
      {last > first && (
        <text class="tick" x={right} y={HEIGHT - 10} text-anchor="end">
          {day(history[times.indexOf(last)].at)}
        </text>
      )}
      {references.map(({ name, value }, i) => (
        <g key={name}>
          <line class="reference-line" x1={LEFT} x2={right} y1={y(value)} y2={y(value)} />
          <text class="tick" x={right + 6} y={labels[i] + 4}>
            {short(name, 12)}
          </text>
        </g>
      ))}
      <path
        class="leader-line"
        d={leaders
          .map(({ at, value }, i) => (i === 0 ? `M${x(Date.parse(at))} ${y(value)}` : `H${x(Date.parse(at))}V${y(value)}`))
          .concat(`H${right}`)
          .join('')}
      />
      {history.map(({ at, name, value, leads }) => (
        <circle key={`${at} ${name}`} class={leads ? 'leader' : 'follower'} cx={x(Date.parse(at))} cy={y(value)} r={5}>
          <title>{`${isolated(name)}: ${printed(value, scale)}, ${day(at)}`}</title>
        </circle>
      ))}
      {names
        .filter((_, i) => fits[i])
        .map(({ at, text, late, from, y: height }) => (
          <text key={`${at} ${text}`} class="leader-name" x={from} y={height} text-anchor={late ? 'end' : 'start'}>
            {text}
          </text>
        ))}
    </svg>
  );
}

function short(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
