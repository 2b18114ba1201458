/** Statements: one sentence of commonsense knowledge each. */
export { CONTEXTS, type Context, type Keyword, type Statement, statementSchema } from './statement.ts';
