import { DomainError } from "@galley/core/domain";
import { NO_ANSWER } from "./connections/pool-options.ts";

/** Retry-After in seconds. */
const RETRY_AFTER_S = 5;

/**
 * Runs `work` and translates an unreachable database, a full one or a rolled-back transaction to `UNAVAILABLE`.
 *
 * @throws DomainError `UNAVAILABLE`, with the failure as its cause.
 */
export async function whileReachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isCrossed(cause)) {
      const message = "The same records were changed concurrently. Try again.";
      throw unavailable(message, cause);
    }
    if (isOutOfTime(cause)) {
      throw unavailable("The database did not respond in time. Try again in a moment.", cause);
    }
    if (isFull(cause)) throw unavailable("The disk of the database is full.", cause);
    if (!isUnreachable(cause)) throw cause;
    throw unavailable("The database cannot be reached. Try again in a moment.", cause);
  }
}

function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError("UNAVAILABLE", message, { cause, retryAfterSeconds: RETRY_AFTER_S });
}

/** Classes of SQLSTATE: connection exception, insufficient resources, operator intervention. */
const UNREACHABLE_STATES = /^(08|53|57P)/;

/** SQLSTATEs: cancelled statement, lock timeout, idle-in-transaction timeout. */
const OUT_OF_TIME_STATES: ReadonlySet<unknown> = new Set(["57014", "55P03", "25P03"]);

const UNREACHABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Codes of a Unix socket whose server is not running or has too many waiting clients. */
const SOCKET_CODES = new Set(["ENOENT", "EAGAIN"]);

/** The driver's messages for lost connections that have no code. */
const UNREACHABLE_MESSAGES = new Set([
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "timeout exceeded when trying to connect",
]);

/** SQLSTATEs of a transaction rolled back because of another: deadlock, serialization failure. */
const CROSSED_STATES: ReadonlySet<unknown> = new Set(["40P01", "40001"]);

/** SQLSTATE of a write for which there is no space. */
const DISK_FULL = "53100";

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DISK_FULL;
}

function isCrossed(error: unknown): boolean {
  return error instanceof Error && "code" in error && CROSSED_STATES.has(error.code);
}

function isOutOfTime(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === NO_ANSWER || ("code" in error && OUT_OF_TIME_STATES.has(error.code));
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SOCKET_CODES.has(code)) return "syscall" in error && error.syscall === "connect";
  return (
    UNREACHABLE_STATES.test(code) || UNREACHABLE_CODES.has(code) || UNREACHABLE_MESSAGES.has(error.message)
  );
}
