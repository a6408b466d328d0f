import type { ClientBase, Connection, QueryResult, Submittable } from "pg";
import { type BindConfig, bindMessage } from "./bind-message.ts";

/** A statement as the driver takes it; one with a name is prepared. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  readonly name?: string | undefined;
}

type Settle = (error: Error | null | undefined, results: QueryResult | QueryResult[]) => void;

/**
 * Sends statements in one round trip and returns the result of the last one. The first that fails rejects the call, and
 * the server skips those after it, because one Sync message ends them all: after a `begin` that failed, nothing is
 * executed. The driver's own pipeline sends a Sync message with each statement.
 */
export function inOneRoundTrip(client: ClientBase, statements: readonly Statement[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let settled: () => void = () => undefined;
    const settle: Settle = (error, results) => {
      settled();
      if (error) reject(error);
      else resolve(Array.isArray(results) ? results.at(-1) : results);
    };
    // It takes the results of all statements, as it does for a text of several statements.
    const all = driverStatement(client, { text: "" }, settle);
    const submit = (connection: Connection): void => {
      settled = submitAll(client, connection, statements);
    };
    client.query(Object.assign(all, { submit }));
  });
}

/** Returns a function to call when the statements have succeeded or failed. */
function submitAll(client: ClientBase, connection: Connection, statements: readonly Statement[]): () => void {
  const parsing: string[] = [];
  const parse = (statement: Parameters<Connection["parse"]>[0]): void => {
    parsing.push(statement.name ?? "");
    connection.parse(statement, true);
  };
  const bind = (config: BindConfig): void => {
    if (connection.stream.writable) connection.stream.write(bindMessage(config));
  };
  const withoutSync: Connection = Object.create(connection, {
    parse: { value: parse },
    bind: { value: bind },
    sync: { value: () => undefined },
  });
  let parsed = 0;
  const count = (): void => {
    parsed += 1;
  };
  connection.on("parseComplete", count);
  connection.stream.cork();
  try {
    for (const statement of statements) {
      driverStatement(client, { ...statement, queryMode: "extended" }, () => undefined).submit(withoutSync);
    }
    connection.sync();
  } finally {
    connection.stream.uncork();
  }
  return () => {
    connection.off("parseComplete", count);
    forget(connection, parsing.slice(parsed));
  };
}

/** The driver takes statements as prepared from the moment they are sent; these were skipped after an error. */
function forget(connection: Connection, names: readonly string[]): void {
  const sent: unknown = Reflect.get(connection, "submittedNamedStatements");
  if (typeof sent !== "object" || sent === null) return;
  for (const name of names) Reflect.deleteProperty(sent, name);
}

/** Of the version of the driver to which the client belongs: the ORM and the queue have their own. */
function driverStatement(
  client: ClientBase,
  statement: Statement & { readonly queryMode?: "extended" },
  settle: Settle,
): Submittable {
  const Query: unknown = Reflect.get(client.constructor, "Query");
  if (typeof Query !== "function") throw new TypeError("The PostgreSQL driver has no class of statements.");
  return Reflect.construct(Query, [statement, settle]);
}
