/** People who joined by a link for several and have done nothing since: their places can be given back. */
import type { Sql, Transaction } from './transact.ts';

/** For `where`, of people p and their link i: no answer, skip or note; or no submission and no token. Viewers are never idle. */
export function isIdle(sql: Sql | Transaction) {
  return sql`
    i.uses > 1 and p.withdrawn is null and p.excluded is null and not p.simulated and case p.role
      when 'annotator' then
        not exists (select from answers a where a.person = p.id) and not exists (select from skips k where k.person = p.id)
        and not exists (select from notes n where n.person = p.id)
      when 'participant' then
        not exists (select from account_people c join submissions s on s.account = c.account where c.person = p.id)
        and not exists (select from sessions t where t.person = p.id and t.name is not null)
      else false end`;
}
