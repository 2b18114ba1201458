import { describe, expect, it } from 'vitest';
import { testBoards } from '../../../../../test/board.ts';
import { fillBoard } from './fill-board.ts';

const world = testBoards();

describe('the leaderboard of the demonstration', () => {
  it('has a phase that ended and one that runs, and ranks what four teams sent', async () => {
    await fillBoard(world.studio);
    await fillBoard(world.studio);
    await world.drain();
    const { boards } = (await world.visitor.call('GET', '/api/boards')).body;
    expect(boards).toHaveLength(1);
    expect(boards[0]).toMatchObject({ submissions: 10, accounts: 4, about: expect.stringContaining('simulated') });
    expect(boards[0].phases.map(({ state }: { state: string }) => state)).toEqual(['over', 'running']);
    for (const phase of [1, 2]) {
      const { board } = (await world.visitor.call('GET', `/api/boards/${boards[0].id}/phases/${phase}`)).body;
      const ranked = board.rows.filter(({ kind, value }: { kind: string; value: unknown }) => kind === 'submission' && value !== null);
      expect(ranked.length).toBeGreaterThanOrEqual(3);
      expect(new Set(ranked.map(({ account }: { account: string }) => account)).size).toBeGreaterThanOrEqual(3);
    }
  });
});
