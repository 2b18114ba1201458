/** What pages and files of competitions take longest to make, as tasks. */
import { readFile } from 'node:fs/promises';
import { pageTask } from '../tasks/index.ts';
import { addReference } from './add-reference.ts';
import type { Boards } from './boards.ts';
import { exportBoard, importBoard } from './bundle.ts';
import { changePhases } from './change-phases.ts';
import { createBoard, previewBoard } from './create-board.ts';
import { boardKit } from './kit.ts';
import { rescoreBoard } from './rescore.ts';
import { staticArchive } from './static-html.ts';
import { compareItems } from './submission-page.ts';
import { boardTemplate } from './template.ts';

type Second<F extends (boards: Boards, input: never) => unknown> = Parameters<F>[1];

export const BOARD_PAGES = {
  kit: pageTask('kit', (boards: Boards, query: Second<typeof boardKit>) => boardKit(boards, query)),
  static: pageTask('static', (boards: Boards, query: Second<typeof staticArchive>) => staticArchive(boards, query)),
  compareItems: pageTask('compare-items', (boards: Boards, query: Second<typeof compareItems>) => compareItems(boards, query)),
  preview: pageTask('preview-board', (boards: Boards, source: Second<typeof previewBoard>) => previewBoard(boards, source)),
  template: pageTask('template', (boards: Boards, source: Second<typeof boardTemplate>) => boardTemplate(boards, source)),
  create: pageTask('create-board', (boards: Boards, source: Second<typeof createBoard>, by: { person?: string }) =>
    createBoard(boards, source, by),
  ),
  changePhases: pageTask('change-phases', (boards: Boards, edit: Second<typeof changePhases>) => changePhases(boards, edit)),
  addReference: pageTask('add-reference', (boards: Boards, row: Second<typeof addReference>) => addReference(boards, row)),
  rescore: pageTask('rescore', (boards: Boards, options: Second<typeof rescoreBoard>) => rescoreBoard(boards, options)),
  export: pageTask('export', (boards: Boards, options: Second<typeof exportBoard>) => exportBoard(boards, options)),
  import: pageTask(
    'import-board',
    async (boards: Boards, { path, ...options }: Omit<Second<typeof importBoard>, 'archive'> & { path: string }) =>
      importBoard(boards, { archive: new Uint8Array(await readFile(path)), ...options }),
  ),
};
