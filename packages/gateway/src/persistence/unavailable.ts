import { DomainError } from "@galley/core/domain";

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
      throw new DomainError("UNAVAILABLE", message, { cause });
    }
    if (!isUnreachable(cause)) throw cause;
    throw new DomainError("UNAVAILABLE", "The database cannot be reached. Try again in a moment.", { cause });
  }
}

/** Classes of SQLSTATE: connection exception, insufficient resources; and operator intervention but not a cancelled query. */
const UNREACHABLE_STATES = /^(08|53|57P)/;

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

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    UNREACHABLE_STATES.test(code) || UNREACHABLE_CODES.has(code) || UNREACHABLE_MESSAGES.has(error.message)
  );
}
