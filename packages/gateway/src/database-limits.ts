/** How long PostgreSQL is waited for, in milliseconds. */
export interface DatabaseLimits {
  /** A connection, whether from the pool or from the server: longer than a busy moment, shorter than patience. */
  readonly connectMs: number;
  /** A statement; the server cancels it then. */
  readonly statementMs: number;
  /** A lock that others hold; the server cancels the statement then. */
  readonly lockMs: number;
  /** A transaction without a statement: its process is stopped and holds locks that others wait for. */
  readonly idleInTransactionMs: number;
  /** An answer: a server that is stopped cancels nothing. Longer than `statementMs`. */
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

/** For what reads or changes whole tables: migrations and the rotation of keys. */
export const MAINTENANCE_LIMITS: DatabaseLimits = {
  connectMs: 10_000,
  statementMs: 600_000,
  lockMs: 600_000,
  idleInTransactionMs: 600_000,
  answerMs: 610_000,
};
