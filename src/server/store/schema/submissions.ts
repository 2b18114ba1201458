/** Third step of the schema: ids that senders give belong to their account; uploads that were refused are counted by account and day. */

/**
 * submissions.id is made by the server and is public. submissions.key is what the sender made so that sending twice is one submission, and
 * submissions.request a hash of what was sent under it. Earlier versions had one id for both and kept no hash.
 */
export const SUBMISSIONS_SQL = `
alter table submissions add column key uuid;
alter table submissions add column request text;
update submissions set key = id where kind = 'submission' and job is not null;
create unique index submissions_key on submissions (account, key);

alter table accounts add column refused_on date;
alter table accounts add column refused integer not null default 0;
`;
