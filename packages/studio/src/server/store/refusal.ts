/** Errors of the store: refused operations by kind, and an unavailable database. */

/** These become the HTTP statuses 409, 404, 403, 422 and 429. */
export type RefusalKind = 'conflict' | 'missing' | 'forbidden' | 'invalid' | 'limited';

/** Nothing was changed. The message is one line for the user. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly kind: RefusalKind;
  /** ISO 8601: when a limit ends. */
  readonly until: string | undefined;

  constructor(kind: RefusalKind, message: string, { until }: { until?: string } = {}) {
    super(message);
    this.kind = kind;
    this.until = until;
  }
}

/** For anything that does not exist. Callers without access get the same error, so they cannot tell the difference. */
export function noSuch(what: string): StoreRefusal {
  return new StoreRefusal('missing', `there is no such ${what}`);
}

/** The database did not answer in time or cannot write. The operation may be retried with the same id. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
