/** One submission: its row and tables as far as the phase allows, and single items beside another's when the phase is over. */
import { joinSentences, type PredictedText } from '../../core/index.ts';
import {
  type BoardRow,
  boardTables,
  directionOf,
  hasEnded,
  type Phase,
  replayLadder,
  type ScoredSubmission,
  scoredSchema,
} from '../../leaderboard/index.ts';
import { listSubmissions, readScores, readSubmission, StoreRefusal, type SubmissionRow } from '../store/index.ts';
import { type Boards, scoringOf } from './boards.ts';
import type { Viewer } from './describe-board.ts';
import { knownBoard, openBoard, phaseNamed } from './open-board.ts';
import { phaseBoard } from './phase-board.ts';
import { storedPredictions } from './score-job.ts';

export async function describeSubmission(
  boards: Boards,
  { board, submission, viewer }: { board: string; submission: string; viewer: Viewer },
) {
  const row = await readSubmission(boards.sql, { board, submission });
  const { index, phase } = await placeOf(boards, row);
  const own = viewer.owner || (viewer.account !== null && row.accountId === viewer.account.id);
  const shown = await phaseBoard(boards, { board, phase: index + 1 });
  const found = shown.rows.find((each) => each.id === row.id) ?? null;
  // What strangers cannot see on the board, they cannot see here.
  if (row.kind !== 'submission' || (!found && !own)) throw new StoreRefusal('missing', 'there is no such submission');
  const items = found !== null && phase.afterEnd === 'items' && shown.feedback === 'final';
  const tables = found ? [boardTables({ ...shown, rows: [found], published: [], elsewhere: [] })[0], signatures(found)] : [];
  return {
    phase: phase.name,
    phaseNumber: index + 1,
    feedback: shown.feedback,
    row: found,
    tables,
    items,
    others: items
      ? shown.rows.filter((each) => each.kind === 'submission' && each.id !== row.id).map(({ id, name }) => ({ id, name }))
      : [],
    own: own ? (await describeOwn(boards, { board, rows: [row] }))[0] : null,
  };
}

async function placeOf(boards: Boards, row: SubmissionRow): Promise<{ phase: Phase; index: number }> {
  return phaseNamed(await knownBoard(scoringOf(boards), { board: row.board }), row.phase);
}

function signatures(row: BoardRow) {
  return {
    caption: 'How the numbers were made',
    columns: [
      { key: 'score', label: 'Score' },
      { key: 'signature', label: 'Signature' },
    ],
    rows: Object.entries(row.signatures).map(([score, signature]) => ({ score, signature })),
  };
}

/** For senders and owners. `told`: what the Ladder says while the phase runs, and the score after its end. */
export async function describeOwn(boards: Boards, { board, rows }: { board: string; rows: readonly SubmissionRow[] }) {
  const { sql, app } = boards;
  const open = await knownBoard(scoringOf(boards), { board });
  const all = await listSubmissions(sql, { board });
  const scores = new Map<string, ScoredSubmission>();
  for (const [id, scored] of await readScores(sql, { board, scoring: open.scoring.number })) scores.set(id, scoredSchema.parse(scored));
  const now = app.now().toISOString();
  return rows.map((row) => {
    const { phase, index } = phaseNamed(open, row.phase);
    const { id, account, at, state, reason, withdrawn, final, model, note, links, parameters, sha256 } = row;
    return {
      ...{ id, account: account ?? '', phase: phase.name, phaseNumber: index + 1, row: row.row, at, state, reason },
      ...{ withdrawn: withdrawn !== null, final, model, note, links: links ?? [], parameters, sha256: sha256 ?? '' },
      told: state === 'done' ? told(row, { phase, all, scores, over: hasEnded(phase, now) }) : null,
    };
  });
}

interface Told {
  phase: Phase;
  all: readonly SubmissionRow[];
  scores: ReadonlyMap<string, ScoredSubmission>;
  over: boolean;
}

function told(row: SubmissionRow, { phase, all, scores, over }: Told): number | null {
  const value = (scored: ScoredSubmission | undefined, part: 'public' | 'private' | 'all') =>
    (scored?.parts[part] ?? scored?.parts.all)?.standing.value ?? null;
  if (over) return value(scores.get(row.id), phase.final === 'private' ? 'private' : 'all');
  if (phase.ladder === false) return value(scores.get(row.id), 'public');
  const entries = all
    .filter((own) => own.accountId === row.accountId && own.phase === row.phase && own.state === 'done')
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .flatMap(({ id }) => {
      const scored = scores.get(id);
      const standing = (scored?.parts.public ?? scored?.parts.all)?.standing;
      return standing ? [{ id, standing }] : [];
    });
  const step = typeof phase.ladder === 'number' ? { step: phase.ladder } : {};
  return replayLadder(entries, { direction: directionOf(phase), ...step }).find(({ id }) => id === row.id)?.shown ?? null;
}

const PAGE = 100;

/** Only where the phase is over and says so: with a prediction, its score tells the label. */
export async function compareItems(
  boards: Boards,
  { board, submission, other, from }: { board: string; submission: string; other?: string; from: number },
) {
  const { sql, app } = boards;
  const row = await readSubmission(sql, { board, submission });
  const open = await openBoard(scoringOf(boards), { board });
  const { phase, index } = phaseNamed(open, row.phase);
  if (phase.afterEnd !== 'items' || !hasEnded(phase, app.now().toISOString()))
    throw new StoreRefusal('forbidden', `single items of the phase "${phase.name}" are not shown`);
  const shown = await phaseBoard(boards, { board, phase: index + 1 });
  const ids = other === undefined ? [submission] : [submission, other];
  const rows = ids.map((id) => shown.rows.find((each) => each.kind === 'submission' && each.id === id));
  if (rows.some((each) => each === undefined)) throw new StoreRefusal('missing', 'there is no such submission');
  const items = open.items[index].scored;
  const systems = await Promise.all(
    ids.map((id) =>
      boards.computed.get(`items-of/${board}/${id}`, String(open.scoring.number), async () => {
        const texts = new Map((await storedPredictions(boards, id)).map((own): [string, PredictedText] => [own.id, own.prediction]));
        const predictions = items.map((item) => texts.get(item.id) ?? '');
        const { scores } = await app.scorer(phase.metrics).measure({ items, predictions, benchmark: open.benchmark });
        return items.map((_, i) => {
          const score = scores.perItem[i]?.[phase.rank] ?? scores.perItem[i]?.accuracy;
          return { prediction: joinSentences(predictions[i]), score: typeof score === 'number' ? score : null };
        });
      }),
    ),
  );
  const compared = items.map((item, i) => ({ id: item.id, input: item.input, systems: systems.map((own) => own[i]) }));
  const gap = ({ systems: [a, b] }: (typeof compared)[number]) => (b ? Math.abs((a.score ?? 0) - (b.score ?? 0)) : -(a.score ?? 0));
  const sorted = compared.sort((a, b) => gap(b) - gap(a) || (a.id < b.id ? -1 : 1));
  return { total: sorted.length, names: rows.map((each) => each?.name ?? ''), items: sorted.slice(from, from + PAGE) };
}
