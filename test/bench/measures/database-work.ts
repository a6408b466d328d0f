import { psql } from "../../support/clients/psql.ts";

/** What a database has done so far. */
export interface DatabaseWork {
  readonly transactions: number;
  /** Size of the write-ahead log so far, in KB. */
  readonly writtenKb: number;
}

/** An idle session adds its last transactions after up to 10 s. */
export async function databaseWork(url: string): Promise<DatabaseWork> {
  const [[, transactions, writtenKb] = []] = await psql(
    url,
    `select pg_stat_clear_snapshot(), xact_commit + xact_rollback, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1024
     from pg_stat_database where datname = current_database()`,
  );
  return { transactions: Number(transactions), writtenKb: Number(writtenKb) };
}
