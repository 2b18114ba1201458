/** Bounds of uploads that use no quota: how many of an account were not taken on a day, and what they leave in the store. */
import { again, type Sql, type Transaction } from './transact.ts';

export interface UploadDay {
  /** The id of the account. */
  account: string;
  /** Like 2027-01-20. */
  day: string;
}

/** Counts an upload as refused until `takeUpload` says otherwise, so that uploads at the same moment are counted too. false: `most` were refused. */
export async function beginUpload(sql: Sql, { account, day, most }: UploadDay & { most: number }): Promise<boolean> {
  const rows = await again(
    () => sql`
      update accounts set refused = case when refused_on = ${day}::text::date then refused + 1 else 1 end, refused_on = ${day}::text::date
      where id = ${account} and (refused_on is distinct from ${day}::text::date or refused < ${most}) returning id`,
  );
  return rows.length > 0;
}

/** It was taken, so it is not counted as refused. */
export async function takeUpload(tx: Transaction, { account, day }: UploadDay): Promise<void> {
  await tx`update accounts set refused = refused - 1 where id = ${account} and refused_on = ${day}::text::date and refused > 0`;
}

/** Predictions that will never be scored: those of submissions that were cancelled or failed. */
export async function dropUnscored(sql: Sql | Transaction, { account }: Pick<UploadDay, 'account'>): Promise<void> {
  const drop = () => sql`
    delete from predictions using submissions s join jobs j on j.id = s.job
    where predictions.submission = s.id and s.account = ${account} and j.state in ('cancelled', 'failed')`;
  await ('begin' in sql ? again(drop) : drop());
}
