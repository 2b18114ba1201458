/** Whom PostgreSQL runs as: it refuses root, so root runs it as the folder's owner, else as nobody. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from '../../core/index.ts';

export interface User {
  uid: number;
  gid: number;
}

/** undefined: as ourselves. `folder` must be there. An owner without a name is passed over: initdb refuses such a user. */
export function chooseUser(folder: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  const users = readUsers();
  const user = uid !== 0 && users.some((one) => one.uid === uid) ? { uid, gid } : users.find(({ name }) => name === 'nobody');
  if (!user) throw new SetupError('PostgreSQL does not run as root, and there is no user nobody', 'start sensebench as another user');
  return { uid: user.uid, gid: user.gid };
}

/** Whom an existing database belongs to. */
export function ownerOf(database: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(database);
  if (uid === 0)
    throw new SetupError(`${database} belongs to root, as whom PostgreSQL does not run`, 'give it to another user with chown -R');
  return { uid, gid };
}

function readUsers(): (User & { name: string })[] {
  const lines = readFileSync('/etc/passwd', 'utf8').trim().split('\n');
  return lines.map((line) => line.split(':')).map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Refuses a path that the user cannot enter, and says which folder is closed. */
export function checkReach(path: string, user: User | undefined, what: string): void {
  if (!user) return;
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 0o1) === 0)
      throw new SetupError(
        `PostgreSQL does not run as root but as user ${user.uid}, who may not enter ${folder} (${what})`,
        'start sensebench as another user, or use a folder that others may enter',
      );
    if (folder === dirname(folder)) return;
  }
}
