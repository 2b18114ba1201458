/** Which submission stands for a row: the one its owner chose, else the last; with the number of attempts behind it. */
import type { Phase } from './phases.ts';
import type { Submission } from './submission.ts';

export interface RowChoice {
  submission: Submission;
  /** Scored submissions under this name, withdrawn ones too. */
  attempts: number;
  /** Of the account under all its names. */
  accountAttempts: number;
}

/**
 * Submissions received up to `at`. A row whose submissions are all withdrawn is gone; its attempts still count for the account.
 * The last submission is the last of the list, not the one with the latest time: clocks are set back.
 */
export function boardRows({
  phase,
  at,
  submissions,
}: {
  phase: Pick<Phase, 'name'>;
  at: string;
  /** In the order of receipt. */
  submissions: readonly Submission[];
}): RowChoice[] {
  const done = submissions.filter((own) => own.phase === phase.name && own.state === 'done' && Date.parse(own.at) <= Date.parse(at));
  const rows = new Map<string, Submission[]>();
  const ofAccount = new Map<string, number>();
  for (const own of done) {
    const key = JSON.stringify([own.account, own.row]);
    rows.set(key, [...(rows.get(key) ?? []), own]);
    ofAccount.set(own.account, (ofAccount.get(own.account) ?? 0) + 1);
  }
  return [...rows.values()].flatMap((sent) => {
    const there = sent.filter(({ withdrawn }) => !withdrawn);
    const chosen = there.findLast(({ final }) => final) ?? there.at(-1);
    return chosen ? [{ submission: chosen, attempts: sent.length, accountAttempts: ofAccount.get(chosen.account) ?? 0 }] : [];
  });
}
