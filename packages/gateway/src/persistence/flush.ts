import type { MikroORM } from "@mikro-orm/postgresql";
import { prepared, rowsOf } from "../prepared-statements.ts";
import { sharedReads } from "./shared-reads.ts";

/** A transaction that changes nothing but has something to flush: the log up to its end, and so all earlier commits. */
const FLUSH = prepared("select pg_logical_emit_message(true, 'galley', ''::text)");

/**
 * Waits until everything that was committed before the call is on the disk (and on synchronous standbys). Concurrent
 * callers share a flush that begins after their calls.
 */
export function createFlush(orm: MikroORM): () => Promise<void> {
  const shared = sharedReads(async () => {
    await rowsOf(orm.em.fork(), FLUSH, []);
  });
  return () => shared("");
}
