/** What the store refuses, by kind, and what it says when the database cannot be reached. */

/** 409: somebody or something else was first. 404, 403, 422 and 429 for the others. */
export type RefusalKind = 'conflict' | 'missing' | 'forbidden' | 'invalid' | 'limited';

/** Nothing was changed. The message is one line for a person. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly kind: RefusalKind;
  /** ISO 8601: when a limit that was reached is over. */
  readonly until: string | undefined;

  constructor(kind: RefusalKind, message: string, { until }: { until?: string } = {}) {
    super(message);
    this.kind = kind;
    this.until = until;
  }
}

/** Refuses because there is no such study, item, link, …: whoever may not know of it gets the same answer. */
export function noSuch(what: string): StoreRefusal {
  return new StoreRefusal('missing', `there is no such ${what}`);
}

/** The database did not answer in time, or cannot write. What was asked for may be asked for again under the same id. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
