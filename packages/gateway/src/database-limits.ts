/** Time limits of PostgreSQL operations, in milliseconds. */
export interface DatabaseLimits {
  /** Getting a connection, from the pool or from the server. */
  readonly connectMs: number;
  /** A statement; the server cancels it after this time. */
  readonly statementMs: number;
  /** Waiting for a lock; the server cancels the statement after this time. */
  readonly lockMs: number;
  /** An idle transaction: its client has stopped but still holds locks. */
  readonly idleInTransactionMs: number;
  /** Waiting for a response, because a stopped server cancels nothing. Longer than `statementMs`. */
  readonly answerMs: number;
}

/** For requests and workers. */
export const DATABASE_LIMITS: DatabaseLimits = {
  connectMs: 5_000,
  statementMs: 20_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
  answerMs: 25_000,
};

/** For operations on whole tables: migrations and key rotation. */
export const MAINTENANCE_LIMITS: DatabaseLimits = {
  connectMs: 10_000,
  statementMs: 600_000,
  lockMs: 600_000,
  idleInTransactionMs: 600_000,
  answerMs: 610_000,
};
