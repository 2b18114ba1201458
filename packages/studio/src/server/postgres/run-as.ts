/** Whom PostgreSQL runs as: it refuses root, so root runs it as the folder's owner, else as nobody. See docs/decisions/0026-postgres.md. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from 'sensebench/internal/core';

export interface User {
  uid: number;
  gid: number;
}

/** Linux capabilities that bypass folder permissions, the weaker one first. Containers often have only the second, which also allows writing. */
const CAPABILITIES = ['dac_read_search', 'dac_override'] as const;

export interface RunAs extends User {
  /** Granted if the user may not enter a folder that PostgreSQL needs. */
  capability?: (typeof CAPABILITIES)[number];
}

/** undefined means the current user. `folder` must exist. An owner without a user name is skipped, because initdb refuses such a user. */
export function chooseUser(folder: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(folder);
  const users = readUsers();
  const user = uid !== 0 && users.some((one) => one.uid === uid) ? { uid, gid } : users.find(({ name }) => name === 'nobody');
  if (!user) throw new SetupError('PostgreSQL refuses to run as root, and there is no user "nobody"', 'start sensebench as another user');
  return { uid: user.uid, gid: user.gid };
}

/** The owner of an existing database. */
export function ownerOf(database: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(database);
  if (uid === 0)
    throw new SetupError(`${database} belongs to root, and PostgreSQL refuses to run as root`, 'give it to another user with chown -R');
  return { uid, gid };
}

function readUsers(): (User & { name: string })[] {
  const lines = readFileSync('/etc/passwd', 'utf8').trim().split('\n');
  return lines.map((line) => line.split(':')).map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Grants the user the weakest capability that gives access to the folders. If that fails, the error names the closed folder. */
export function openFolders(user: User | undefined, folders: Readonly<Record<string, string>>): RunAs | undefined {
  const closed = Object.entries(folders).flatMap(([purpose, path]) => {
    const folder = user && findClosed(path, user);
    return folder === undefined ? [] : [{ purpose, path, folder }];
  });
  if (!user || closed.length === 0) return user;
  const capability = CAPABILITIES.find((one) => closed.every(({ path }) => canEnter(path, { ...user, capability: one })));
  if (capability) return { ...user, capability };
  const [{ purpose, folder }] = closed;
  throw new SetupError(
    `PostgreSQL runs as user ${user.uid} instead of root, and that user may not enter ${folder} (${purpose})`,
    'start sensebench as another user, or use a folder that others may enter',
  );
}

/** The arguments for `spawn`. */
export function commandAs(
  runAs: RunAs | undefined,
  program: string,
  words: readonly string[],
): { file: string; args: string[]; user: Partial<User> } {
  if (!runAs?.capability) return { file: program, args: [...words], user: { ...runAs } };
  return { file: 'setpriv', args: [...setprivWords(runAs), program, ...words], user: {} };
}

/** The innermost folder of the path that the user may not enter, judging by the permission bits. */
function findClosed(path: string, user: User): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 0o1) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function canEnter(path: string, runAs: RunAs): boolean {
  return spawnSync('setpriv', [...setprivWords(runAs), 'test', '-x', path], { stdio: 'ignore', cwd: '/' }).status === 0;
}

/** Grants a single capability and no way to gain others. Without no_setuid_fixup, access(2), which initdb calls, would ignore it. */
function setprivWords({ uid, gid, capability }: RunAs): string[] {
  const only = `-all,+${capability}`;
  const capabilities = [`--bounding-set=${only}`, `--inh-caps=${only}`, `--ambient-caps=${only}`];
  return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capabilities, '--securebits=+no_setuid_fixup', '--no-new-privs', '--'];
}
