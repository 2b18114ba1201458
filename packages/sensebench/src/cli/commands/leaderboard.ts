/** `sensebench leaderboard create|invite|tokens|list|rescore|export|import|static`: competitions on the store of `serve`. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Action, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { checkFolder, readText, writeFileAtomic } from '../../files/index.ts';
import { type Boards, loadStudio } from '../load-studio.ts';
import { dataOption, fromRoot, modulesOption, withBoards } from '../open-boards.ts';

const board = z.string().optional().describe('id of the competition; default: the only one');
const passphraseFile = z.string().optional().describe('file whose first line is the passphrase of the sealed part (12 characters or more)');

const create = defineAction({
  summary: 'make a competition from dataset folders and phases.yaml',
  options: z.object({
    dataset: z.array(z.string()).min(1).describe('dataset folders of one benchmark; their splits are joined'),
    phases: z.string().describe('phases.yaml: when, which items, what is shown, quotas, metrics'),
    ...dataOption,
    ...modulesOption,
  }),
  examples: ['leaderboard create --dataset moving-house --phases phases.yaml'],
  run: async ({ dataset, phases, ...options }, context) => {
    const server = await loadStudio();
    return withBoards(server, { ...options, command: 'leaderboard create', make: true }, context, async (boards) => {
      const made = await server.createBoard(boards, { datasets: dataset.map(fromRoot), names: dataset, phases: await readText(phases) });
      await scoreReferences(boards, made.board, context.signal);
      const { title } = server.parsePhases((await server.readBoard(boards.sql, made)).competition);
      return { json: { board: made.board, title }, text: `${made.board}  ${title}` };
    });
  },
});

const list = defineAction({
  summary: 'the competitions of a store',
  options: z.object({ ...dataOption, ...modulesOption }),
  examples: ['leaderboard list'],
  run: async (options, context) => {
    const server = await loadStudio();
    return withBoards(server, { ...options, command: 'leaderboard list' }, context, async (boards) => {
      const found = await server.describeBoards(boards);
      const rows = found.map(({ id, title, submissions, phases }) => ({
        ...{ id, title, submissions },
        phase: phases.find(({ state }) => state === 'running')?.name ?? '',
      }));
      const columns = ['id', 'title', 'phase', 'submissions'].map((key) => ({ key, label: key }));
      return { json: { boards: found }, tables: [{ columns, rows }] };
    });
  },
});

const invite = defineAction({
  summary: 'make a link by which competitors join',
  options: z.object({
    board,
    name: z.string().default('').describe('name of the account on the board; default: a letter'),
    uses: z.number().int().min(1).max(10_000).default(1).describe('how many accounts the link makes'),
    days: z.number().min(0.001).max(365).default(30).describe('how long it is valid'),
    account: z.string().optional().describe('name of an account that is there already, say after an import'),
    origin: z.string().default('http://127.0.0.1:4310').describe('address of the server'),
    ...dataOption,
    ...modulesOption,
  }),
  examples: ['leaderboard invite --name "Team A" --origin https://board.example.org'],
  run: async ({ board: wanted, name, uses, days, account, origin, ...options }, context) => {
    const server = await loadStudio();
    return withBoards(server, { ...options, command: 'leaderboard invite' }, context, async (boards) => {
      const id = await chosen(boards, wanted);
      const { invitation, token } = await server.inviteCompetitor(boards.sql, {
        board: id,
        name: await server.readOwnName(boards, { board: id, name, field: 'name' }),
        uses,
        days,
        ...(account ? { account } : {}),
      });
      const link = `${origin}/join#${token}`;
      return { json: { invitation, link, token }, text: link };
    });
  },
});

const tokens = defineAction({
  summary: 'the tokens by which scripts submit for accounts: lists them, or revokes one',
  options: z.object({
    board,
    revoke: z.string().optional().describe('id of a token that stops working'),
    ...dataOption,
    ...modulesOption,
  }),
  examples: ['leaderboard tokens', 'leaderboard tokens --revoke 1f3a0c52-6f0e-4f0e-9d0a-0f4be1c3a111'],
  run: async ({ board: wanted, revoke, ...options }, context) => {
    const server = await loadStudio();
    return withBoards(server, { ...options, command: 'leaderboard tokens' }, context, async (boards) => {
      const id = await chosen(boards, wanted);
      if (revoke !== undefined) {
        await server.revokeAccountToken(boards.sql, { board: id, token: revoke });
        return { json: { revoked: revoke }, text: 'revoked' };
      }
      const found = await server.listAccountTokens(boards.sql, { board: id });
      const columns = ['id', 'account', 'name', 'created', 'expires', 'used'].map((key) => ({ key, label: key }));
      return {
        json: { tokens: found },
        tables: [{ columns, rows: found.map((row) => ({ ...row, used: row.used ?? 'never' })) }],
      };
    });
  },
});

const rescore = defineAction({
  summary: 'score every stored submission again; workers do it, and boards change when all are done',
  options: z.object({
    board,
    reason: z.string().min(1).describe('shown on the board'),
    dataset: z.array(z.string()).default([]).describe('folders with other labels of the same items; default: the labels stay'),
    ...dataOption,
    ...modulesOption,
  }),
  examples: ['leaderboard rescore --reason "label of item 12 corrected" --dataset moving-house'],
  run: async ({ board: wanted, reason, dataset, ...options }, context) => {
    const server = await loadStudio();
    return withBoards(server, { ...options, command: 'leaderboard rescore' }, context, async (boards) => {
      const datasets = dataset.length > 0 ? { datasets: dataset.map(fromRoot) } : {};
      const { number } = await server.rescoreBoard(boards, { board: await chosen(boards, wanted), reason, ...datasets });
      return { json: { number }, text: `scoring ${number} is queued; run \`sensebench worker\` or \`serve\`` };
    });
  },
});

const exportBundle = defineAction({
  summary: 'write a competition as one archive: its boards, and with a passphrase everything else, sealed',
  options: z.object({ board, out: z.string().describe('file to write, like bundle.zip'), passphraseFile, ...dataOption, ...modulesOption }),
  examples: ['leaderboard export --out bundle.zip --passphrase-file passphrase.txt'],
  run: async ({ board: wanted, out, passphraseFile: file, ...options }, context) => {
    const server = await loadStudio();
    const passphrase = await readPassphrase(file);
    return withBoards(server, { ...options, command: 'leaderboard export' }, context, async (boards) => {
      const { archive, digest } = await server.exportBoard(boards, { board: await chosen(boards, wanted), ...passphrase });
      await writeFileAtomic(out, archive, { secret: true });
      return { json: { out, digest }, text: `${out}\nSHA-256 of bundle.json: ${digest}` };
    });
  },
});

const importBundle = defineAction({
  summary: 'read an archive of `leaderboard export`: the same competition, here',
  arguments: [{ name: 'file', summary: 'the archive' }],
  options: z.object({
    file: z.string(),
    passphraseFile,
    digest: z.string().optional().describe('what the exporter published; another archive is refused'),
    ...dataOption,
    ...modulesOption,
  }),
  examples: ['leaderboard import bundle.zip --data studio-2 --passphrase-file passphrase.txt'],
  run: async ({ file, passphraseFile: secret, digest: expected, ...options }, context) => {
    const server = await loadStudio();
    const archive = new Uint8Array(await readFile(file).catch(() => Promise.reject(new InputError('cannot be read', { file }))));
    const passphrase = await readPassphrase(secret);
    return withBoards(server, { ...options, command: 'leaderboard import', make: true }, context, async (boards) => {
      const made = await server.importBoard(boards, { archive, file, ...passphrase, ...(expected ? { digest: expected } : {}) });
      const note = secret === undefined ? '\nwithout the passphrase: boards can be read, nothing can be scored' : '';
      return { json: made, text: `${made.board}${note}` };
    });
  },
});

const staticSite = defineAction({
  summary: 'write the boards as plain HTML that any web server serves',
  options: z.object({
    board,
    out: z.string().describe('folder to write'),
    force: z.boolean().default(false).describe('write into a folder that is there'),
    ...dataOption,
    ...modulesOption,
  }),
  examples: ['leaderboard static --out site'],
  run: async ({ board: wanted, out, force, ...options }, context) => {
    const server = await loadStudio();
    await checkFolder(out, { force });
    return withBoards(server, { ...options, command: 'leaderboard static' }, context, async (boards) => {
      const files = await server.staticFiles(boards, { board: await chosen(boards, wanted) });
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(out, path)), { recursive: true });
        await writeFileAtomic(join(out, path), text);
      }
      return { json: { out, files: Object.keys(files) }, text: `${out}: ${Object.keys(files).length} files` };
    });
  },
});

export const actions: Readonly<Record<string, Action>> = {
  create,
  list,
  invite,
  tokens,
  rescore,
  export: exportBundle,
  import: importBundle,
  static: staticSite,
};

/** The rows of people and chance are there at once, also where no worker runs. */
async function scoreReferences(boards: Boards, id: string, signal: AbortSignal): Promise<void> {
  const server = await loadStudio();
  const worker = server.startWorker({ world: server.scoringOf(boards), log: () => undefined, idleMs: 50 });
  try {
    while ((await server.countWaiting(boards, { board: id })) > 0) await wait(50, undefined, { signal });
  } finally {
    await worker.stop();
  }
}

/** The competition that is meant. */
async function chosen(boards: Boards, wanted: string | undefined): Promise<string> {
  const server = await loadStudio();
  if (wanted !== undefined) return (await server.readBoard(boards.sql, { board: wanted })).id;
  const found = await server.listBoards(boards.sql);
  if (found.length === 1) return found[0].id;
  throw new InputError(found.length === 0 ? 'the store has no competition' : 'the store has several competitions: name one with --board', {
    expected: found.map(({ id }) => id).join(', ') || '`sensebench leaderboard create`',
  });
}

async function readPassphrase(file: string | undefined): Promise<{ passphrase?: string }> {
  if (file === undefined) return {};
  return { passphrase: (await readText(file)).split(/\r?\n/)[0] };
}
