import { ConnectorError } from "../connectors/connector-ports.ts";

/** The time limit of listing a source, and of reading or writing a file. */
const LIMIT_MINUTES = 30;

/**
 * Runs work that waits for a store of files or a database, for a limited time: one that sends a byte a minute would
 * otherwise occupy a worker for good.
 *
 * @throws ConnectorError `FAILED` after the time; it is permanent, because the next attempt would take as long.
 */
export async function inTime<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT_MINUTES * 60_000);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } catch (cause) {
    if (signal.aborted || !limit.signal.aborted) throw cause;
    const message = `The connection is too slow: it took more than ${LIMIT_MINUTES} minutes.`;
    throw new ConnectorError("FAILED", message, { cause });
  } finally {
    clearTimeout(timer);
  }
}
