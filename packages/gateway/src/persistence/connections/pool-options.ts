import type { Client, ClientBase, Pool, PoolConfig } from "pg";
import type { DatabaseLimits } from "../../database-limits.ts";
import { inOrder } from "./statement-order.ts";

/** The driver's message if a server does not respond within `query_timeout`. */
export const NO_ANSWER = "Query read timeout";

/** TCP keep-alive probes start after this time. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** `PoolConfig` plus the hook that the ORM calls with the pool it has created. */
interface PoolOptions extends PoolConfig {
  readonly onPoolCreated: (pool: Pool) => void;
}

/** A pool with a time limit on every wait for the server. */
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
    onPoolCreated: (pool) => pool.on("connect", takeStatements),
  };
}

/**
 * Prepares statements and sends them in few round trips. Closes a connection after a query without a response: the
 * driver would return it to the pool, where the late response to `begin` would put statements of another caller into a
 * transaction that is never committed.
 */
function takeStatements(client: ClientBase & Partial<Pick<Client, "end">>): void {
  const query: unknown = Reflect.get(client, "query");
  if (typeof query !== "function") return;
  const send = (...call: readonly unknown[]): unknown => Reflect.apply(query, client, call);
  const ordered = inOrder(client, async (statement) => send(statement));
  Object.assign(client, {
    query(...call: readonly unknown[]): unknown {
      const [text, values, ...rest] = call;
      const isOrdered = typeof text === "string" && Array.isArray(values) && rest.length === 0;
      const answer = isOrdered ? ordered(text, values) : send(...call);
      if (answer instanceof Promise) {
        void answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === NO_ANSWER) void client.end?.();
        });
      }
      return answer;
    },
  });
}
