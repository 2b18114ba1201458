/** A competition as visitors, competitors and owners see it. It reveals no labels, and the seeds of the parts only to owners. */
import {
  type Competition,
  directionOf,
  hasBegun,
  hasEnded,
  type Phase,
  parsePhases,
  phaseAt,
  quotaOf,
  scaleOf,
} from '../../leaderboard/index.ts';
import type { Task } from '../tasks/task.ts';
import { type CompetitionRow, listBoards, type ScoringRow } from './board-queries.ts';
import { warningsOf } from './create-board.ts';
import { type Boards, type KnownBoard, knownBoard, openBoard, scoringOf } from './open-board.ts';
import { listSubmissions } from './submission-queries.ts';

function stateOf(phase: Phase, now: string): 'coming' | 'running' | 'over' {
  return hasEnded(phase, now) ? 'over' : hasBegun(phase, now) ? 'running' : 'coming';
}

function listed(row: CompetitionRow, competition: Competition) {
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

/** The caller: a participant of this competition with an account, an owner, or neither. */
export interface Viewer {
  account: { id: string; name: string } | null;
  owner: boolean;
}

export async function describeBoard(boards: Boards, { board, viewer }: { board: string; viewer: Viewer }) {
  const { sql, app } = boards;
  const { row, competition, scoring, scorings } = await knownBoard(scoringOf(boards), { board });
  const now = app.now().toISOString();
  const live = row.imported === null;
  const items = live ? await phaseCounts(boards, { row, scoring }) : null;
  const submissions = await listSubmissions(sql, { board });
  const { running } = phaseAt(competition, now);
  const me = viewer.account && {
    account: viewer.account.name,
    quota: running ? { phase: running.name, ...quota(running, { sent: submissions, account: viewer.account.id, now }) } : null,
  };
  return {
    ...listed(row, competition),
    phases: competition.phases.map((phase, i) => ({
      ...describePhase(phase, { number: i + 1, now, counts: items?.counts[i] ?? null }),
      submissions: submissions.filter(
        (submission) => submission.phase === phase.name && submission.kind === 'submission' && submission.state === 'done',
      ).length,
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
      ...(live ? [] : ['imported without its gold: boards can be viewed, but nothing can be scored']),
      ...(viewer.owner && items ? items.warnings : []),
    ],
  };
}

interface ItemCounts {
  scored: number;
  public: number;
  private: number;
}

interface PhaseCounts {
  /** In the order of the phases. */
  counts: ItemCounts[];
  warnings: string[];
}

/** Reading the gold is slow, and the pages need only these figures. */
export const phaseCountsTask: Task<Boards, { board: string }, PhaseCounts> = {
  name: 'phase-counts',
  lane: 'pages',
  async run(boards, { board }) {
    const { competition, items } = await openBoard(scoringOf(boards), { board });
    const counts = items.map(({ scored, parts }) => ({
      ...{ scored: scored.length, public: parts.public.length, private: parts.private.length },
    }));
    return { counts, warnings: warningsOf(competition, items) };
  },
};

function phaseCounts({ computed, tasks }: Boards, { row, scoring }: Pick<KnownBoard, 'row' | 'scoring'>): Promise<PhaseCounts> {
  return computed.get(`counts/${row.id}`, `${row.version}/${scoring.number}`, () => tasks.run(phaseCountsTask, { board: row.id }));
}

function quota(phase: Phase, { sent, account, now }: { sent: Awaited<ReturnType<typeof listSubmissions>>; account: string; now: string }) {
  const ofAccount = sent
    .filter(({ accountId }) => accountId === account)
    .map(({ phase: name, at, state }) => ({ account, phase: name, at, state }));
  return quotaOf(phase, { submissions: ofAccount, account, at: now });
}

function describePhase(phase: Phase, { number, now, counts }: { number: number; now: string; counts: ItemCounts | null }) {
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
    shown: phase.shown.map((group) => ({ split: group.split, where: group.where, answers: group.answers })),
    direction: directionOf(phase),
    scale: scaleOf(phase),
    quota: { day: phase.quota.day ?? null, total: phase.quota.total ?? null },
    items: counts?.scored ?? 0,
    publicItems: counts?.public ?? 0,
    privateItems: counts?.private ?? 0,
  };
}

export function describeScoring({ number, at, reason, labels, scorer, state, scored, of, problem }: ScoringRow) {
  return { number, at, reason, labels, scorer, state: problem === null ? state : ('failed' as const), scored, of, problem };
}
