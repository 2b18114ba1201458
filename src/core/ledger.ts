/** The ledger: what each build step dropped, and why. */

export interface LedgerRow {
  /** A name that the builder chooses: read, convert, mine, … */
  step: string;
  rule: string;
  ids: string[];
  text?: string;
  value?: number | string;
  limit?: number | string;
  /** The question and the answer of a row that became no statement. */
  question?: string;
  answer?: string | boolean;
}
