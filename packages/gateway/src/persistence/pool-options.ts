import type { Client, ClientBase, Pool, PoolConfig } from "pg";
import type { DatabaseLimits } from "../database-limits.ts";

/** What the driver says of a server that did not answer within `query_timeout`. */
export const NO_ANSWER = "Query read timeout";

/** TCP probes a silent connection after this time. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** `PoolConfig`, and what the ORM calls with the pool that it made of it. */
interface PoolOptions extends PoolConfig {
  readonly onPoolCreated: (pool: Pool) => void;
}

/** A pool whose every wait for the server has a limit. */
export function poolOptions(limits: DatabaseLimits): PoolOptions {
  return {
    application_name: "galley",
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    query_timeout: limits.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    onPoolCreated: (pool) => pool.on("connect", endWithoutAnswer),
  };
}

/**
 * Closes a connection once a query on it has had no answer. The driver would give it back to the pool, where the
 * server's late answer to `begin` would put somebody else's statements into a transaction that nobody commits.
 */
function endWithoutAnswer(client: ClientBase & Partial<Pick<Client, "end">>): void {
  const query: unknown = Reflect.get(client, "query");
  if (typeof query !== "function") return;
  Object.assign(client, {
    query(...statement: readonly unknown[]): unknown {
      const answer: unknown = Reflect.apply(query, client, statement);
      if (answer instanceof Promise) {
        void answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === NO_ANSWER) void client.end?.();
        });
      }
      return answer;
    },
  });
}
