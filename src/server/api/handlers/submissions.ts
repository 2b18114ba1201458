/** What competitors do: submit, list, withdraw, choose, cancel, rename their account, make a token. */
import { cancelSubmission as cancel, changeSubmission as change, describeOwn, submit as take } from '../../boards/index.ts';
import { listSubmissions as listAll, makeAccountToken, renameAccount as rename, type SubmissionRow } from '../../store/index.ts';
import type { Studio } from '../../studio/index.ts';
import { type Who, whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { Problem } from '../problem.ts';
import { cancelSubmission, changeSubmission, listSubmissions, makeToken, renameAccount, submit } from '../routes/submissions.ts';

/** The id of a participant's account; null for an owner, whose are all. */
function accountOf({ role, account }: Who): string | null {
  if (role === 'owner') return null;
  if (account === null) throw new Problem(403, 'this session has no account');
  return account;
}

export function submissionsApi(studio: Studio) {
  const { sql } = studio;
  const described = async (board: string, row: SubmissionRow) => (await describeOwn(studio, { board, rows: [row] }))[0];
  return newApi()
    .openapi(submit, async (c) => {
      const { board } = c.req.valid('param');
      const { file, ...said } = c.req.valid('form');
      const account = accountOf(whoOf(c)) ?? '';
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { submission, notes } = await take(studio, { board, account, file: { name: file.name, bytes }, ...said });
      return c.json({ submission: await described(board, submission), notes }, 200);
    })
    .openapi(listSubmissions, async (c) => {
      const { board } = c.req.valid('param');
      const account = accountOf(whoOf(c));
      const rows = await listAll(sql, { board, ...(account === null ? {} : { account }) });
      const sent = rows.filter(({ kind }) => kind === 'submission').reverse();
      return c.json({ submissions: await describeOwn(studio, { board, rows: sent }) }, 200);
    })
    .openapi(changeSubmission, async (c) => {
      const { board, submission } = c.req.valid('param');
      const row = await change(studio, { board, submission, account: accountOf(whoOf(c)), ...c.req.valid('json') });
      return c.json(await described(board, row), 200);
    })
    .openapi(cancelSubmission, async (c) => {
      const { board, submission } = c.req.valid('param');
      return c.json(await described(board, await cancel(studio, { board, submission, account: accountOf(whoOf(c)) })), 200);
    })
    .openapi(renameAccount, async (c) => {
      const { name } = c.req.valid('json');
      await rename(sql, { account: accountOf(whoOf(c)) ?? '', name });
      return c.json({ account: name }, 200);
    })
    .openapi(makeToken, async (c) => c.json(await makeAccountToken(sql, { person: whoOf(c).person }), 200));
}
