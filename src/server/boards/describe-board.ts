/** A competition as visitors, competitors and owners see it. Nothing here tells a label; seeds of parts are for owners alone. */
import {
  type Competition,
  directionOf,
  hasBegun,
  hasEnded,
  type Phase,
  type PhaseItems,
  parsePhases,
  phaseAt,
  quotaOf,
  scaleOf,
} from '../../leaderboard/index.ts';
import { type BoardRow, listBoards, listSubmissions, type Scoring } from '../store/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import { warningsOf } from './create-board.ts';
import { knownBoard, openBoard } from './open-board.ts';

function stateOf(phase: Phase, now: string): 'coming' | 'running' | 'over' {
  return hasEnded(phase, now) ? 'over' : hasBegun(phase, now) ? 'running' : 'coming';
}

function listed(row: BoardRow, competition: Competition) {
  const { id, benchmark, created, submissions, accounts } = row;
  return { id, title: competition.title, about: competition.about ?? null, benchmark, created, submissions, accounts };
}

export async function describeBoards({ sql, app }: Boards) {
  const now = app.now().toISOString();
  return (await listBoards(sql)).map((row) => {
    const competition = parsePhases(row.competition);
    return {
      ...listed(row, competition),
      phases: competition.phases.map((phase, i) => ({
        ...{ number: i + 1, name: phase.name, start: phase.start, end: phase.end ?? null, state: stateOf(phase, now) },
      })),
    };
  });
}

/** Who asks: the account of a participant of this competition, or an owner. */
export interface Viewer {
  account: { id: string; name: string } | null;
  owner: boolean;
}

export async function describeBoard(boards: Boards, { board, viewer }: { board: string; viewer: Viewer }) {
  const { sql, app } = boards;
  const { row, competition, scorings } = await knownBoard(scoringOf(boards), { board });
  const now = app.now().toISOString();
  const live = row.imported === null;
  const items = live ? (await openBoard(scoringOf(boards), { board })).items : null;
  const sent = await listSubmissions(sql, { board });
  const { running } = phaseAt(competition, now);
  const me = viewer.account && {
    account: viewer.account.name,
    quota: running ? { phase: running.name, ...quota(running, { sent, account: viewer.account.id, now }) } : null,
  };
  return {
    ...listed(row, competition),
    phases: competition.phases.map((phase, i) => ({
      ...describePhase(phase, { number: i + 1, now, items: items?.[i] ?? null }),
      submissions: sent.filter((own) => own.phase === phase.name && own.kind === 'submission' && own.state === 'done').length,
    })),
    version: row.version,
    live,
    commitment: row.commitment as { method: string; files: Record<string, string> },
    rescorings: scorings.map(describeScoring),
    me,
    owner: viewer.owner,
    yaml: viewer.owner ? row.yaml : null,
    datasets: viewer.owner ? row.datasets : null,
    warnings: [
      ...(live ? [] : ['imported without its gold: boards can be read, nothing can be scored']),
      ...(viewer.owner && items ? warningsOf(competition, items) : []),
    ],
  };
}

function quota(phase: Phase, { sent, account, now }: { sent: Awaited<ReturnType<typeof listSubmissions>>; account: string; now: string }) {
  const own = sent
    .filter(({ accountId }) => accountId === account)
    .map(({ phase: name, at, state }) => ({ account, phase: name, at, state }));
  return quotaOf(phase, { submissions: own, account, at: now });
}

function describePhase(phase: Phase, { number, now, items }: { number: number; now: string; items: PhaseItems | null }) {
  const { name, start, end = null, split, where, metrics, rank, breakdowns, final, anonymous, ladder, afterEnd } = phase;
  return {
    ...{
      number,
      name,
      start,
      end,
      state: stateOf(phase, now),
      split,
      where,
      metrics,
      rank,
      breakdowns,
      final,
      anonymous,
      ladder,
      afterEnd,
    },
    shown: phase.shown.map((own) => ({ split: own.split, where: own.where, answers: own.answers })),
    direction: directionOf(phase),
    scale: scaleOf(phase),
    quota: { day: phase.quota.day ?? null, total: phase.quota.total ?? null },
    items: items?.scored.length ?? 0,
    publicItems: items?.parts.public.length ?? 0,
    privateItems: items?.parts.private.length ?? 0,
  };
}

export function describeScoring({ number, at, reason, labels, scorer, state, scored, of, problem }: Scoring) {
  return { number, at, reason, labels, scorer, state: problem === null ? state : ('failed' as const), scored, of, problem };
}
