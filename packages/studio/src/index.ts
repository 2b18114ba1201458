/** What @sensebench/studio gives to the commands serve, leaderboard, submit and worker of sensebench. */
export { parsePhases } from './leaderboard/index.ts';
export * from './server/index.ts';
