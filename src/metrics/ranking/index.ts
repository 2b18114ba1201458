/** Strengths of systems from comparisons. */
export { bradleyTerry, type Duel, strengthsOf, winTable } from './bradley-terry.ts';
