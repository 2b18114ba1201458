/** Leaderboards as everyone may read them. Owners see more, and only they. */
import { boardHistory, boardTables } from '../../../leaderboard/index.ts';
import {
  BOARD_PAGES,
  boardFile,
  boardsSince,
  comparePhase,
  describeBoard,
  describeBoards,
  describeScoring,
  describeSubmission,
  phaseBoard,
  type Viewer,
} from '../../boards/index.ts';
import { listScorings, listSubmissions, StoreRefusal } from '../../store/index.ts';
import { type Studio, shownTable } from '../../studio/index.ts';
import type { Who } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { Problem } from '../problem.ts';
import {
  compareItems,
  downloadBoard,
  downloadKit,
  downloadStatic,
  listBoards,
  readBoard,
  readPhaseBoard,
  readRescoring,
  readSubmission,
} from '../routes/boards.ts';

/** An owner of the whole studio owns its competitions; a participant is one of this competition alone. */
function viewerOf(who: Who | null, board: string): Viewer {
  const own = who?.role === 'participant' && who.board === board && who.account !== null;
  return {
    account: own && who.account !== null ? { id: who.account, name: who.accountName ?? '' } : null,
    owner: who?.role === 'owner' && who.study === null,
  };
}

/** Submissions of the caller's own account: their rows are marked, also while the phase is anonymous. */
async function ownIds({ sql }: Studio, { account }: Viewer, board: string): Promise<Set<string>> {
  return new Set(account ? (await listSubmissions(sql, { board, account: account.id })).map(({ id }) => id) : []);
}

/** For `c.body`, with a name to save it under. */
export function attachment(type: string, name: string): Record<string, string> {
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
}

export function boardsApi(studio: Studio) {
  return newApi()
    .openapi(listBoards, async (c) => c.json({ boards: await describeBoards(studio) }, 200))
    .openapi(readBoard, async (c) => {
      const { board } = c.req.valid('param');
      return c.json(await describeBoard(studio, { board, viewer: viewerOf(c.get('who'), board) }), 200);
    })
    .openapi(readPhaseBoard, async (c) => {
      const { board, phase } = c.req.valid('param');
      const { view, since } = c.req.valid('query');
      const owner = view === 'owner';
      if (owner && !viewerOf(c.get('who'), board).owner) throw new Problem(403, 'this view is for owners');
      const found = await phaseBoard(studio, { board, phase, owner });
      const both = since === undefined ? null : await boardsSince(studio, { board, phase, owner, since });
      const changes = both && comparePhase(both.before, both.after, `Changes since ${since}`);
      const mine = await ownIds(studio, viewerOf(c.get('who'), board), board);
      return c.json(
        {
          board: { ...found, rows: found.rows.map((row) => (mine.has(row.id) ? { ...row, mine: true } : row)) },
          tables: boardTables(found).map(shownTable),
          history: boardHistory(found),
          changes: changes ? { ...changes, table: shownTable(changes.table) } : null,
        },
        200,
      );
    })
    .openapi(downloadBoard, async (c) => {
      const { board, phase } = c.req.valid('param');
      const { format } = c.req.valid('query');
      const { type, text } = boardFile(await phaseBoard(studio, { board, phase }), format);
      return c.body(text, 200, attachment(type, `board-${phase}.${format}`));
    })
    .openapi(downloadKit, async (c) => {
      const { board, phase } = c.req.valid('param');
      const { zip, name } = await studio.tasks.run(BOARD_PAGES.kit, [{ board, phase, owner: viewerOf(c.get('who'), board).owner }]);
      return c.body(new Uint8Array(zip), 200, attachment('application/zip', name));
    })
    .openapi(readSubmission, async (c) => {
      const { board, submission } = c.req.valid('param');
      const found = await describeSubmission(studio, { board, submission, viewer: viewerOf(c.get('who'), board) });
      return c.json({ ...found, tables: found.tables.map(shownTable) }, 200);
    })
    .openapi(compareItems, async (c) => {
      const { with: other, from } = c.req.valid('query');
      return c.json(
        await studio.tasks.run(BOARD_PAGES.compareItems, [{ ...c.req.valid('param'), from, ...(other ? { other } : {}) }]),
        200,
      );
    })
    .openapi(readRescoring, async (c) => {
      const { board, number } = c.req.valid('param');
      const scorings = await listScorings(studio.sql, { board });
      const rescoring = scorings.find((own) => own.number === number);
      const before = scorings.find((own) => own.number < number && own.state === 'done');
      if (!rescoring || !before) throw new StoreRefusal('missing', 'there is no such scoring');
      if (rescoring.state !== 'done') return c.json({ rescoring: describeScoring(rescoring), phases: [] }, 200);
      const { phases } = await describeBoard(studio, { board, viewer: { account: null, owner: false } });
      const compared = [];
      for (const { number: phase, state } of phases) {
        if (state === 'coming') continue;
        const old = await phaseBoard(studio, { board, phase, scoring: before.number });
        const now = await phaseBoard(studio, { board, phase, scoring: number });
        const { table, ...rest } = comparePhase(old, now, `Ranks before and after: ${rescoring.reason}`);
        compared.push({ ...rest, table: shownTable(table) });
      }
      return c.json({ rescoring: describeScoring(rescoring), phases: compared }, 200);
    })
    .openapi(downloadStatic, async (c) => {
      const { board } = c.req.valid('param');
      return c.body(
        new Uint8Array(await studio.tasks.run(BOARD_PAGES.static, [{ board }])),
        200,
        attachment('application/zip', 'board.zip'),
      );
    });
}
