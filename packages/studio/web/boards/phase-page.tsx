/** The board of a phase: an explanation of the scores, the table, results on other data, history, changes and downloads. */
import { call } from '../api/call.ts';
import { Empty, Ready } from '../parts/loading.tsx';
import { Link } from '../parts/navigation.tsx';
import { count, moment } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { BoardTable } from './board-table.tsx';
import { Changes } from './changes.tsx';
import { type Board, boardPath, type Competition, type Phase, type PhaseReply, phaseWords } from './competition.ts';
import { Elsewhere } from './elsewhere.tsx';
import { HistoryPlot } from './history-plot.tsx';
import { printed } from './printed.ts';
import { Rescorings } from './rescorings.tsx';
import { filterRows, SHOWN, scoreColumns, sortRows, tableRows } from './table-rows.ts';
import { TakeAway } from './take-away.tsx';
import { useQuery } from './use-query.ts';
import { usualView, type View, ViewForm } from './view-form.tsx';

export function PhasePage({ competition, phase }: { competition: Competition; phase: Phase }) {
  const { id, phases, owner } = competition;
  const [view, change] = useQuery(usualView(phase));
  const shown = phase.state !== 'coming' || (owner && view.as === 'owner');
  return (
    <>
      {phases.length > 1 && (
        <nav aria-label="Phases" class="tabs phases-tabs">
          {phases.map((own) => (
            <Link key={own.number} to={boardPath(id, 'phases', own.number)} current={own.number === phase.number}>
              <bdi>{own.name}</bdi> <span class={`badge ${own.state}`}>{own.state}</span>
            </Link>
          ))}
        </nav>
      )}
      {owner && phase.state !== 'over' && (
        <label class="tick">
          <input
            type="checkbox"
            checked={view.as === 'owner'}
            onChange={({ currentTarget }) => change({ as: currentTarget.checked ? 'owner' : '' })}
          />{' '}
          Owner’s view: full scores and names. Visible to owners only.
        </label>
      )}
      {shown ? (
        <Shown key={view.as} competition={competition} phase={phase} view={view} change={change} />
      ) : (
        <Empty>
          The phase “<bdi>{phase.name}</bdi>” {phaseWords(phase)}. Its board and starter kit open then.
        </Empty>
      )}
    </>
  );
}

interface ShownProps {
  competition: Competition;
  phase: Phase;
  view: View;
  change(part: Partial<View>): void;
}

function Shown({ competition, phase, view, change }: ShownProps) {
  const { id } = competition;
  const since = sinceOf(view.since, phase);
  const asked = { view: view.as === 'owner' ? ('owner' as const) : ('public' as const), ...(since ? { since } : {}) };
  const loaded = useLoaded(
    () => call('get', '/api/boards/{board}/phases/{phase}', { params: { board: id, phase: phase.number }, query: asked }),
    `${id} ${phase.number} ${view.as} ${since}`,
    { everySeconds: phase.state === 'running' ? 15 : 0 },
  );
  return (
    <Ready loaded={loaded}>
      {(reply) => (
        <>
          <WhatScoresAre board={reply.board} phase={phase} />
          <BoardPart competition={competition} phase={phase} reply={reply} view={view} change={change} />
          <HistoryPlot board={reply.board} history={reply.history} scale={phase.scale} />
          <WhatChanged competition={competition} phase={phase} reply={reply} view={view} change={change} />
          <TakeAway competition={competition} phase={phase} />
        </>
      )}
    </Ready>
  );
}

function WhatChanged({ competition, phase, reply, view, change }: ShownProps & { reply: PhaseReply }) {
  // A copy keeps the last board alone.
  if (!competition.live) return null;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">What changed</h2>
      <div class="fields-line">
        <div class="field">
          <label for="since">Since the start of (UTC)</label>
          <input
            id="since"
            type="date"
            min={phase.start.slice(0, 10)}
            value={view.since}
            onChange={({ currentTarget }) => change({ since: currentTarget.value })}
          />
        </div>
      </div>
      {reply.changes ? (
        <Changes compared={reply.changes} rank={reply.board.rank} scale={phase.scale} names={{ old: `on ${view.since}`, now: 'now' }} />
      ) : (
        <p class="soft">Choose a day to see the ranks of then and now side by side.</p>
      )}
      <Rescorings competition={competition} />
    </section>
  );
}

/** Not before the phase: there was no board then. */
function sinceOf(date: string, { start }: Phase): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const asked = `${date}T00:00:00.000Z`;
  return asked < start ? start : asked;
}

function BoardPart({ competition, phase, reply, view, change }: ShownProps & { reply: PhaseReply }) {
  const { id, me } = competition;
  const { board, tables } = reply;
  const columns = scoreColumns(board);
  const sets = [...new Set(columns.map(({ set }) => set))];
  const chosen = view.columns.split(',');
  const shown = SHOWN.find((one) => one === view.show) ?? 'all';
  const all = tableRows(board, tables[0]);
  const found = filterRows(all, { text: view.find, shown });
  const rows = sortRows(found, { key: view.sort, descending: view.order === 'down', rank: board.rank });
  const competitors = board.rows.filter(({ kind }) => kind === 'submission').length;
  return (
    <>
      <ViewForm view={view} change={change} sets={sets} own={me !== null} />
      {competitors === 0 && all.length > 0 && <p class="soft">There are no scored submissions yet. These are the baselines.</p>}
      {rows.length === 0 ? (
        <Empty>{all.length === 0 ? 'There are no rows yet.' : `No row matches; ${count(all.length, 'row')} hidden.`}</Empty>
      ) : (
        <BoardTable
          id={id}
          board={board}
          scale={phase.scale}
          rows={rows}
          columns={columns.filter(({ set }) => chosen.includes(set))}
          sort={{ key: view.sort, descending: view.order === 'down' }}
          setSort={({ key, descending }) => change({ sort: key, order: descending ? 'down' : 'up' })}
        />
      )}
      <p class="soft small" role="status">
        {rows.length < all.length && `${rows.length} of ${all.length} rows. `}
      </p>
      <HowTested board={board} />
      <Elsewhere board={board} scale={phase.scale} />
    </>
  );
}

function WhatScoresAre({ board: { feedback, part, items, grid, rank, direction }, phase }: { board: Board; phase: Phase }) {
  const data = part === 'all' ? `all ${items} items` : `the ${part} part, ${count(items, 'item')}`;
  const order = `Ranked by ${rank}, the ${direction === 'higher' ? 'highest' : 'lowest'} first.`;
  const later =
    phase.end === null ? '' : ` Full scores${phase.anonymous ? ' and names' : ''} appear when the phase ends, ${moment(phase.end)}.`;
  if (feedback === 'final')
    return (
      <p class="lead">
        Scores on {data}. {order}
      </p>
    );
  return (
    <div class="banner">
      <p>
        {feedback === 'ladder'
          ? `This phase is running. Scores are on ${data}, rounded to the nearest ${printed(grid, phase.scale)}. A submission that does not improve on its account’s best has no score or rank until the phase ends, so that repeated submissions reveal little about the labels.`
          : `This phase is running. Scores are on ${data}.`}
        {later} {order}
      </p>
    </div>
  );
}

function HowTested({ board: { resampling, rows } }: { board: Board }) {
  if (!resampling || !rows.some(({ likeBest }) => likeBest !== undefined && likeBest !== null)) return null;
  const { method, units, unit, rankResamples } = resampling;
  return (
    <p class="soft small">
      <b>Like the best</b>: paired tests do not distinguish the row from the best one ({method}, {count(units, unit)}, Holm’s correction,
      5%).{' '}
      {rankResamples > 0 && (
        <>
          The range below a <b>rank</b> holds 95% of its ranks over {rankResamples} resamples of the items; the range below a score is its
          95% interval.
        </>
      )}
    </p>
  );
}
