/** The contract of a build step: rows in, rows and drops out, nothing else. */
import type { LedgerRow } from './ledger.ts';
import type { Tools } from './tools.ts';

export interface StepResult<Row> {
  rows: Row[];
  dropped: LedgerRow[];
}

export type Step<In, Out, Options = Record<string, never>> = (rows: In[], options: Options, tools: Tools) => Promise<StepResult<Out>>;
