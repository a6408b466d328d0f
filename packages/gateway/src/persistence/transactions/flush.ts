import { CompiledQuery, type Kysely } from "kysely";
import { prepared } from "../../prepared-statements.ts";
import { sharedReads } from "../stores/shared-reads.ts";

/** A transaction that changes nothing but has something to flush: the log up to its end, and so all earlier commits. */
const FLUSH = CompiledQuery.raw(prepared("select pg_logical_emit_message(true, 'galley', ''::text)"));

/**
 * Waits until everything that was committed before the call is on the disk (and on synchronous standbys). Concurrent
 * callers share a flush that begins after their calls, on the connection of one of them: if it had to wait for a free
 * connection, a busy process could report that a transaction failed although it was committed.
 */
export function createFlush(): (connection: Kysely<unknown>) => Promise<void> {
  const shared = sharedReads(async (_, connection: Kysely<unknown>) => {
    await connection.executeQuery(FLUSH);
  });
  return (connection) => shared("", connection);
}
