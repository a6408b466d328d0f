import { DomainError } from "@galley/core/domain";
import { NO_ANSWER } from "./pool-options.ts";

/** When a caller may try again. */
const RETRY_AFTER_S = 5;

/**
 * Runs `work` and says of a database that cannot be reached, or that undid it, what it is to a caller: `UNAVAILABLE`.
 *
 * @throws DomainError `UNAVAILABLE`, with the failure as its cause.
 */
export async function whileReachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isCrossed(cause)) {
      const message = "Others changed the same records at the same moment. Try again.";
      throw unavailable(message, cause);
    }
    if (isOutOfTime(cause)) {
      throw unavailable("The database did not answer in time. Try again in a moment.", cause);
    }
    if (!isUnreachable(cause)) throw cause;
    throw unavailable("The database cannot be reached. Try again in a moment.", cause);
  }
}

function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError("UNAVAILABLE", message, { cause, retryAfterSeconds: RETRY_AFTER_S });
}

/** Classes of SQLSTATE: connection exception, insufficient resources, operator intervention. */
const UNREACHABLE_STATES = /^(08|53|57P)/;

/** States of a statement that was cancelled, a lock that was not had, a transaction that did nothing for too long. */
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

/** What the driver says of a lost connection without giving it a code. */
const UNREACHABLE_MESSAGES = new Set([
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "timeout exceeded when trying to connect",
]);

/** States of a transaction that was undone for the sake of another: a deadlock, a failure to serialise. */
const CROSSED_STATES: ReadonlySet<unknown> = new Set(["40P01", "40001"]);

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
  return (
    UNREACHABLE_STATES.test(code) || UNREACHABLE_CODES.has(code) || UNREACHABLE_MESSAGES.has(error.message)
  );
}
