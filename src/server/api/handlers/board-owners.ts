/** What owners do with competitions: make, change, invite, add reference rows, score again, export and import. */
import { BOARD_PAGES, describeBoard, describeScoring, readOwnName } from '../../boards/index.ts';
import {
  inviteCompetitor as invite,
  isInvitationOf,
  listAccounts,
  listCompetitorInvitations,
  listScorings,
  readBoard,
  releasePlaces,
  revokeInvitation,
  StoreRefusal,
} from '../../store/index.ts';
import type { Studio } from '../../studio/index.ts';
import { whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { Problem } from '../problem.ts';
import {
  addReference,
  boardTemplate,
  changeBoard,
  createBoard,
  exportBoard,
  importBoard,
  inviteCompetitor,
  listCompetitors,
  previewBoard,
  releaseAccounts,
  rescoreBoard,
  revokeCompetitor,
} from '../routes/board-owners.ts';
import { attachment } from './boards.ts';

export function boardOwnersApi(studio: Studio) {
  const { sql } = studio;
  const described = (board: string) => describeBoard(studio, { board, viewer: { account: null, owner: true } });
  return newApi()
    .openapi(previewBoard, async (c) => c.json(await studio.tasks.run(BOARD_PAGES.preview, [c.req.valid('json')]), 200))
    .openapi(boardTemplate, async (c) => c.json({ yaml: await studio.tasks.run(BOARD_PAGES.template, [c.req.valid('json')]) }, 200))
    .openapi(createBoard, async (c) => {
      const { board } = await studio.tasks.run(BOARD_PAGES.create, [c.req.valid('json'), { person: whoOf(c).person }]);
      return c.json(await described(board), 200);
    })
    .openapi(changeBoard, async (c) => {
      const { board } = c.req.valid('param');
      await studio.tasks.run(BOARD_PAGES.changePhases, [{ board, ...c.req.valid('json'), person: whoOf(c).person }]);
      return c.json(await described(board), 200);
    })
    .openapi(inviteCompetitor, async (c) => {
      const { board } = c.req.valid('param');
      const { name, ...rest } = c.req.valid('json');
      const own = await readOwnName(studio, { board, name, field: 'name' });
      const { invitation, token } = await invite(sql, { board, name: own, ...rest });
      return c.json({ invitation, link: `${studio.address()}/join#${token}` }, 200);
    })
    .openapi(listCompetitors, async (c) => {
      const { board } = c.req.valid('param');
      await readBoard(sql, { board });
      const [accounts, invitations] = await Promise.all([listAccounts(sql, { board }), listCompetitorInvitations(sql, { board })]);
      return c.json({ accounts, invitations }, 200);
    })
    .openapi(revokeCompetitor, async (c) => {
      const { board, invitation } = c.req.valid('param');
      if (!(await isInvitationOf(sql, { board, invitation }))) throw new StoreRefusal('missing', 'there is no such invitation');
      const { sessions } = await revokeInvitation(sql, { study: null, invitation });
      return c.json({ revoked: true as const, sessions }, 200);
    })
    .openapi(releaseAccounts, async (c) => {
      const { board, invitation } = c.req.valid('param');
      if (!(await isInvitationOf(sql, { board, invitation }))) throw new StoreRefusal('missing', 'there is no such invitation');
      return c.json(await releasePlaces(sql, { invitation }), 200);
    })
    .openapi(addReference, async (c) =>
      c.json(await studio.tasks.run(BOARD_PAGES.addReference, [{ ...c.req.valid('param'), ...c.req.valid('json') }]), 200),
    )
    .openapi(rescoreBoard, async (c) => {
      const { board } = c.req.valid('param');
      const { number } = await studio.tasks.run(BOARD_PAGES.rescore, [{ board, ...c.req.valid('json') }]);
      const made = (await listScorings(sql, { board })).find((own) => own.number === number);
      if (!made) throw new StoreRefusal('missing', 'there is no such scoring');
      return c.json(describeScoring(made), 200);
    })
    .openapi(exportBoard, async (c) => {
      const { board } = c.req.valid('param');
      const { archive, digest } = await studio.tasks.run(BOARD_PAGES.export, [{ board, ...c.req.valid('json') }]);
      return c.body(new Uint8Array(archive), 200, { ...attachment('application/zip', 'bundle.zip'), 'X-Bundle-Digest': digest });
    })
    .openapi(importBoard, async (c) => {
      const { file, passphrase, digest } = c.req.valid('form');
      const path = c.get('uploadPath');
      if (!path) throw new Problem(400, 'file: is not a file', { field: 'file' });
      const bundle = { path, file: file.name, passphrase, digest, person: whoOf(c).person };
      const { board } = await studio.tasks.run(BOARD_PAGES.import, [bundle]);
      return c.json(await described(board), 200);
    });
}
