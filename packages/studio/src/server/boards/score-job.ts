/** The job that scores one submission. Storing the scores, assigning the position and completing the job are one transaction. */
import { randomUUID } from 'node:crypto';
import { InputError, type PredictedText } from 'sensebench/internal/core';
import { z } from 'zod';
import { type ScoredSubmission, scoreSubmission } from '../../leaderboard/index.ts';
import { addJob, completeJob, type LeasedJob } from '../store/job-queue.ts';
import type { Transaction } from '../store/transact.ts';
import type { Task } from '../tasks/task.ts';
import { endScoring, lockBoard, pendingScoring } from './board-queries.ts';
import { type Boards, openBoard, phaseNamed, type Scoring, scoringOf } from './open-board.ts';
import { baseline, scorePeople } from './references.ts';
import { placeSubmission, readPredictionLines, readSubmission, setJob, writeScores } from './submission-queries.ts';

export const SCORE = 'board-score';
/** Workers that disappear use up tries, too. */
const MOST_TRIES = 5;

const payloadSchema = z.object({ board: z.string(), submission: z.string(), scoring: z.number() });
export type ScorePayload = z.infer<typeof payloadSchema>;

/** Adds a job in a transaction. First scores have priority over rescoring. */
export async function addScoreJob(tx: Transaction, payload: ScorePayload, { again = false } = {}): Promise<{ job: string }> {
  return addJob(tx, { id: randomUUID(), kind: SCORE, payload, priority: again ? 0 : 10, mostTries: MOST_TRIES });
}

/** Returns false if the lease was lost; nothing is written then. */
export async function runScoreJob(world: Scoring, lease: LeasedJob, signal: AbortSignal): Promise<boolean> {
  const payload = payloadSchema.parse(lease.payload);
  const scored = await world.tasks.run(scoreTask, payload, signal);
  signal.throwIfAborted();
  const next = randomUUID();
  return completeJob(world.sql, { ...lease, result: { submission: payload.submission } }, (tx) =>
    storeScores(tx, { payload, scored, lease, next }),
  );
}

export const scoreTask: Task<Boards, ScorePayload, ScoredSubmission> = {
  name: 'score',
  lane: 'scores',
  run: (boards, payload, signal) => scoreOne(scoringOf(boards), payload, signal),
};

async function scoreOne(world: Scoring, { board, submission, scoring }: ScorePayload, signal?: AbortSignal): Promise<ScoredSubmission> {
  const row = await readSubmission(world.sql, { board, submission });
  const openedBoard = await openBoard(world, { board, scoring });
  const { phase, index } = phaseNamed(openedBoard, row.phase);
  const items = openedBoard.items[index];
  const { benchmark, gold } = openedBoard;
  const scorer = world.app.scorer(phase.metrics);
  if (row.origin === 'human') return scorePeople(row.id, { gold, items, benchmark, scorer, rank: phase.rank, signal });
  const predictions =
    row.origin === 'random' || row.origin === 'majority'
      ? await baseline(row.origin, { app: world.app, gold, items, signal })
      : await storedPredictions(world, row.id);
  return scoreSubmission({ id: row.id, predictions }, { phase, items, benchmark, scorer, signal });
}

const lineSchema = z.object({ id: z.string(), prediction: z.union([z.string(), z.array(z.string())]) });

export async function storedPredictions(
  { sql }: Pick<Scoring, 'sql'>,
  submission: string,
): Promise<{ id: string; prediction: PredictedText }[]> {
  const lines = await readPredictionLines(sql, { submission });
  if (lines === null) throw new InputError('the predictions are not stored here');
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

interface ScoredJob {
  payload: ScorePayload;
  scored: ScoredSubmission;
  lease: LeasedJob;
  /** The id of a possible follow-up job. */
  next: string;
}

/** Runs in the transaction that completes the job. Locking the board prevents scorings from starting or ending meanwhile. */
async function storeScores(tx: Transaction, { payload, scored, lease, next }: ScoredJob): Promise<void> {
  const { board, submission, scoring } = payload;
  const { scoring: shown } = await lockBoard(tx, { board });
  const pending = await pendingScoring(tx, { board });
  await writeScores(tx, { submission, scoring, scored });
  // Only scores on display, now or next, take a position on the Ladder.
  if (scoring === shown || scoring === pending) await placeSubmission(tx, { submission });
  if (pending !== null && scoring === pending) {
    await endScoring(tx, { board, number: pending });
    return;
  }
  const isCurrentJob = await tx`select from submissions where id = ${submission} and job = ${lease.job}`;
  if (isCurrentJob.length === 0) return;
  // Another scoring was started or finished meanwhile, so the submission must be scored for that one as well.
  const again = pending ?? (scoring === shown ? null : shown);
  if (again === null) return;
  await addJob(tx, { id: next, kind: SCORE, payload: { board, submission, scoring: again }, priority: 10, mostTries: MOST_TRIES });
  if (scoring !== shown) await setJob(tx, { submission, job: next });
}
