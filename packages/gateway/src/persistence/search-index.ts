import { Client } from "pg";
import { z } from "zod";

/** From this number of jobs on, a search that finds nothing would take about half a second. */
const MANY_JOBS = 300_000;

const CONNECT_MS = 10_000;

export interface SearchIndexOptions {
  readonly databaseUrl: string;
  /** The number of jobs from which on the index is created. */
  readonly fromJobs?: number;
  /** Closes the connection; the server goes on creating the index. */
  readonly signal: AbortSignal;
}

const stateSchema = z.object({
  isLocked: z.boolean(),
  jobs: z.number(),
  isValid: z.boolean().nullable(),
});

/** The lock is the session's, so it is held while the server creates the index, even if the process has ended. */
const STATE = `
  select pg_try_advisory_lock(hashtextextended('galley search index', 0)) as "isLocked",
    (select reltuples from pg_class where oid = 'job'::regclass) as jobs,
    (select indisvalid from pg_index where indexrelid = to_regclass('job_search')) as "isValid"`;

/** What an interrupted creation leaves behind is used by no search. */
const DROP = "drop index concurrently if exists job_search";

const CREATE = `
  create index concurrently job_search on job using gin (name_key gin_trgm_ops, tag_key gin_trgm_ops)`;

/**
 * Creates the index that searches of the jobs' names and tags read, once there are many jobs; without it, they read all
 * jobs of the organization. It takes minutes, in which other statements are not blocked, so it is no migration. Returns
 * whether it was created.
 *
 * @throws if the extension `pg_trgm` is missing and cannot be created.
 */
export async function createSearchIndex({
  databaseUrl,
  fromJobs = MANY_JOBS,
  signal,
}: SearchIndexOptions): Promise<boolean> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: "galley maintenance",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  // The statement under way fails with the same error.
  client.on("error", () => undefined);
  const close = (): void => void client.end();
  signal.addEventListener("abort", close, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    const { rows } = await client.query(STATE);
    const { isLocked, isValid, jobs } = stateSchema.parse(rows[0]);
    if (!isLocked || isValid === true || jobs < fromJobs) return false;
    await client.query("create extension if not exists pg_trgm");
    await client.query("set statement_timeout to 0");
    await client.query(DROP);
    await client.query(CREATE);
    return true;
  } finally {
    signal.removeEventListener("abort", close);
    await client.end();
  }
}
