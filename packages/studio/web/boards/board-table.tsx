/** The table of a board: each heading sorts, intervals are below their scores, and the name leads to the submission. */
import type { ComponentChildren } from 'preact';
import { Link } from '../parts/navigation.tsx';
import { day } from '../parts/time.ts';
import { type Board, type BoardRow, boardPath } from './competition.ts';
import { printedInterval, printedRanks } from './printed.ts';
import type { ScoreColumn, SortKey, TableRow } from './table-rows.ts';

export interface Sort {
  key: SortKey;
  descending: boolean;
}

interface BoardTableProps {
  id: string;
  board: Board;
  scale: number;
  rows: readonly TableRow[];
  columns: readonly ScoreColumn[];
  sort: Sort;
  setSort(sort: Sort): void;
}

export function BoardTable({ id, board, scale, rows, columns, sort, setSort }: BoardTableProps) {
  const heading = (key: SortKey, label: ComponentChildren, { number = true, first = true } = {}) => (
    <SortHeading number={number} sort={sort} own={key} sortBy={(descending) => setSort({ key, descending })} first={first}>
      {label}
    </SortHeading>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class="scroll board ranked" tabIndex={0} aria-label={`Board of ${board.phase}`}>
      <table>
        <thead>
          <tr>
            {heading('rank', 'Rank', { first: false })}
            {heading('name', 'System', { number: false, first: false })}
            {heading('value', board.rank, { first: board.direction === 'higher' })}
            {columns.map(({ key, label, set }) => (
              <SortHeading
                key={key}
                number
                sort={sort}
                own={key}
                sortBy={(descending) => setSort({ key, descending })}
                first
                over={set === 'scores' ? undefined : set}
              >
                {label}
              </SortHeading>
            ))}
            {heading('attempts', 'Attempts')}
            {heading('date', 'Date', { number: false })}
          </tr>
        </thead>
        <tbody>
          {rows.map((own) => (
            <tr key={own.key} class={`${own.kind} ${own.row?.mine ? 'own' : ''}`}>
              <td class="number rank">
                <RankCell row={own.row} />
              </td>
              <th scope="row">
                <NameCell id={id} own={own} />
              </th>
              <td class="number value">
                <ScoreCell own={own} rank={board.rank} scale={scale} />
              </td>
              {columns.map(({ key }) => (
                <td key={key} class="number">
                  {own.texts.get(key) || '–'}
                </td>
              ))}
              <td class="number">
                <Attempts row={own.row} />
              </td>
              <td class="date">{own.row?.at ? day(own.row.at) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SortHeadingProps {
  children: ComponentChildren;
  own: SortKey;
  number: boolean;
  sort: Sort;
  /** Whether the first press sorts from high to low. */
  first: boolean;
  /** Of a breakdown: above the heading. */
  over?: string;
  sortBy(descending: boolean): void;
}

function SortHeading({ children, own, number, sort, first, over, sortBy }: SortHeadingProps) {
  const here = sort.key === own;
  return (
    <th scope="col" class={number ? 'number' : ''} aria-sort={here ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" class="sort" onClick={() => sortBy(here ? !sort.descending : first)}>
        <span>
          {over && <small>{over}: </small>}
          <bdi>{children}</bdi>
        </span>
        <span aria-hidden="true" class="arrow">
          {here ? (sort.descending ? '▼' : '▲') : '↕'}
        </span>
      </button>
    </th>
  );
}

function RankCell({ row }: { row?: BoardRow }) {
  if (!row || row.rank === null) return <span class="soft">–</span>;
  return (
    <>
      <b>{row.rank}</b>
      {row.rankInterval && (
        <small title="95% of the draws of other items put it at these ranks">
          <span class="said">between </span>
          {printedRanks(row.rankInterval)}
        </small>
      )}
    </>
  );
}

function NameCell({ id, own: { kind, name, row, published } }: { id: string; own: TableRow }) {
  const about = row ? [row.account, row.model].filter(Boolean).join(' · ') : published?.source;
  return (
    <>
      {row && kind === 'submission' ? (
        <Link to={boardPath(id, 'submissions', row.id)}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}{' '}
      {row?.mine && <span class="badge own">yours</span>}{' '}
      {kind === 'submission' ? <Standing row={row} /> : <span class="badge">{kind}</span>}
      {about && (
        <small>
          <bdi>{about}</bdi>
        </small>
      )}
      {(kind !== 'submission' ? (row?.note ?? published?.note) : undefined) && (
        <small>
          <bdi>{row?.note ?? published?.note}</bdi>
        </small>
      )}
    </>
  );
}

/** The best, or like it. */
function Standing({ row }: { row?: BoardRow }) {
  if (row?.likeBest !== true) return null;
  return row.rank === 1 ? (
    <span class="badge done">best</span>
  ) : (
    <span class="badge done" title="The paired tests do not tell it from the best row.">
      like the best
    </span>
  );
}

function ScoreCell({ own: { row, texts }, rank, scale }: { own: TableRow; rank: string; scale: number }) {
  // The server prints an interval behind the score.
  const [text] = (texts.get(rank) ?? '').split(' [');
  if (row && row.value === null)
    return (
      <>
        <b>no score</b>
        <small class="why">{row.missing ?? 'the reason is not known'}</small>
      </>
    );
  return (
    <>
      <b>{text || '–'}</b>
      {row?.interval && <small>{printedInterval(row.interval, scale)}</small>}
    </>
  );
}

function Attempts({ row }: { row?: BoardRow }) {
  if (row?.attempts === undefined) return <>–</>;
  const { attempts, accountAttempts = attempts } = row;
  return (
    <>
      {attempts}
      {accountAttempts > attempts && <small>of {accountAttempts} by the account</small>}
    </>
  );
}
