/** Dockerfile and compose.yaml as far as they can be checked without an engine: they parse, and name what is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isAction } from '../packages/sensebench/src/cli/command.ts';
import { ROOT as MENU } from '../packages/sensebench/src/cli/commands-table.ts';
import { findCommand } from '../packages/sensebench/src/cli/find-command.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Flags of a command line that the command has; the words of a container begin with the command. */
async function unknownFlags(words: readonly string[]): Promise<string[]> {
  const found = await findCommand(MENU, words);
  if (!isAction(found.command)) return [...words];
  const known = new Set(
    Object.keys(found.command.options.shape).map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`),
  );
  return found.words.filter((word) => word.startsWith('--') && !known.has(word) && !known.has(word.replace(/^--no-/, '--')));
}

describe('Dockerfile', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

  it('has known instructions, copies what is there, and does not run as root', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'EXPOSE', 'ENTRYPOINT', 'CMD'];
    expect(lines.filter((line) => !known.includes(line.split(' ')[0]))).toEqual([]);
    for (const line of lines.filter((own) => own.startsWith('COPY ') && !own.includes('--from=')))
      for (const source of line.split(' ').slice(1, -1)) expect(existsSync(join(root, source)), source).toBe(true);
    expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER node');
  });

  it('starts a command that there is', async () => {
    const words = JSON.parse(lines.find((line) => line.startsWith('CMD '))?.slice(4) ?? '[]');
    expect(words[0]).toBe('serve');
    expect(await unknownFlags(words)).toEqual([]);
    expect(await unknownFlags(['serve', '--nowhere'])).toEqual(['--nowhere']);
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true });

  it('has PostgreSQL, a server and two workers that share a database', async () => {
    expect(Object.keys(services)).toEqual(['db', 'server', 'worker']);
    expect(services.worker.deploy.replicas).toBe(2);
    expect(services.worker.environment.DATABASE_URL).toBe(services.server.environment.DATABASE_URL);
    for (const { command } of [services.server, services.worker]) expect(await unknownFlags(command.map(String))).toEqual([]);
    expect(services.server.command).toContain('--no-worker');
    expect(services.server.ports).toEqual(['127.0.0.1:4310:4310']);
  });

  it('names volumes that it declares, and no password', () => {
    const used = Object.values<{ volumes?: string[] }>(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0]);
    expect(used.filter((name) => !name.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort());
    expect(services.db.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });
});
