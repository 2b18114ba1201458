/** What @sensebench/studio gives to the commands serve, leaderboard, submit and worker of sensebench. */
export { parsePhases } from '../../../src/leaderboard/index.ts';
export * from '../../../src/server/index.ts';
