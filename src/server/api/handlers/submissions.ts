/** What competitors do: submit, list, withdraw, choose, cancel, rename their account, make a token. */
import { cancelSubmission as cancel, changeSubmission as change, describeOwn, readAccountName, submitTask } from '../../boards/index.ts';
import {
  listAccountTokens,
  listSubmissions as listAll,
  makeAccountToken,
  renameAccount as rename,
  revokeAccountToken,
  type SubmissionRow,
} from '../../store/index.ts';
import type { Studio } from '../../studio/index.ts';
import { type Who, whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { Problem } from '../problem.ts';
import {
  cancelSubmission,
  changeSubmission,
  listSubmissions,
  listTokens,
  makeToken,
  renameAccount,
  revokeToken,
  submit,
} from '../routes/submissions.ts';

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
      const path = c.get('uploadPath');
      if (!path) throw new Problem(400, 'file: is not a file', { field: 'file' });
      const { submission, notes } = await studio.tasks.run(submitTask, { board, account, file: { name: file.name, path }, ...said });
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
      const { board } = c.req.valid('param');
      const who = whoOf(c);
      const name = await readAccountName(studio, { board, ...c.req.valid('json'), account: who.accountName });
      await rename(sql, { account: accountOf(who) ?? '', name });
      return c.json({ account: name }, 200);
    })
    .openapi(listTokens, async (c) => {
      const { board } = c.req.valid('param');
      return c.json({ tokens: await listAccountTokens(sql, { board, account: accountOf(whoOf(c)) }) }, 200);
    })
    .openapi(revokeToken, async (c) => {
      await revokeAccountToken(sql, { ...c.req.valid('param'), account: accountOf(whoOf(c)) });
      return c.json({ revoked: true as const }, 200);
    })
    .openapi(makeToken, async (c) => c.json(await makeAccountToken(sql, { person: whoOf(c).person, ...c.req.valid('json') }), 200));
}
