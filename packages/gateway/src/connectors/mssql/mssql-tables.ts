import type { Socket } from "node:net";
import { ConnectorError, type ColumnValue } from "@galley/core/domain";
import { Connection, ConnectionError, Request, RequestError, TYPES } from "tedious";
import { z } from "zod";
import type { OpenConnector } from "../connector-definition.ts";
import type { Network, Place } from "../network.ts";
import { createTableSink, type SqlDialect, type SqlSession } from "../tables/sql-table.ts";

/** The server and the credentials. */
export interface MssqlAccess {
  readonly server: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

const TIMEOUT_MS = 60_000;

export const MSSQL: SqlDialect = {
  quoted: (identifier) => `[${identifier.replaceAll("]", "]]")}]`,
  parameter: (number) => `@p${number}`,
  columnTypes: {
    id: "varchar(64)",
    text: "nvarchar(max)",
    number: "decimal(38, 10)",
    integer: "bigint",
    boolean: "bit",
    date: "date",
    timestamp: "datetimeoffset(3)",
    json: "nvarchar(max)",
  },
  addColumns: (table, columns) => `alter table ${table} add ${columns.join(", ")}`,
};

/** @throws ConnectorError if the server cannot be reached or rejects the user. */
export async function openMssql(
  settings: MssqlAccess,
  network: Network,
  signal: AbortSignal,
): Promise<OpenConnector> {
  const connection = await login(settings, network, signal);
  const session = sessionOf(connection);
  return {
    table: createTableSink(MSSQL, session),
    trials: {
      permission: async (stop) => session.run("select 1", [], stop),
      list: async (stop) => void (await session.columnsOf({ schema: undefined, table: "" }, stop)),
    },
    async [Symbol.asyncDispose]() {
      connection.close();
    },
  };
}

async function login(
  { server, port, database, user, password }: MssqlAccess,
  network: Network,
  signal: AbortSignal,
): Promise<Connection> {
  let socket: Socket | undefined;
  let connects = 0;
  const connection: Connection = new Connection({
    server,
    authentication: { type: "default", options: { userName: user, password } },
    options: {
      port: Number(port),
      database,
      connector: async () => {
        connects += 1;
        if (connects > MAX_CONNECTS) throw new ConnectorError("FAILED", "The server redirects too often.");
        socket = await network.connect(
          redirectOf(connection) ?? { host: server, port: Number(port) },
          signal,
        );
        return socket;
      },
      connectTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      encrypt: true,
      // Servers often have self-signed certificates.
      trustServerCertificate: true,
      appName: "galley",
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const stop = (): void => {
    connection.close();
    reject(signal.reason);
  };
  signal.addEventListener("abort", stop, { once: true });
  // The next statement reports a lost connection.
  connection.on("error", () => {});
  connection.connect((error) => (error ? reject(mssqlError(error, signal)) : resolve(connection)));
  try {
    return await promise;
  } catch (error) {
    connection.close();
    // Before login, the driver does not close its socket.
    socket?.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Allows for a redirect and the driver's own retries. */
const MAX_CONNECTS = 5;

const redirectSchema = z.object({ routingData: z.object({ server: z.string(), port: z.number() }) });

/** The server to which the last connection was redirected; the driver connects to it next. */
function redirectOf(connection: Connection): Place | undefined {
  const { routingData } = redirectSchema.safeParse(connection).data ?? {};
  return routingData && { host: routingData.server, port: routingData.port };
}

function sessionOf(connection: Connection): SqlSession {
  const query = (
    statement: string,
    values: readonly ColumnValue[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const firsts: string[] = [];
    const request = new Request(statement, (error) =>
      error ? reject(mssqlError(error, signal)) : resolve(firsts),
    );
    for (const [index, value] of values.entries()) bind(request, `p${index + 1}`, value);
    request.on("row", (columns: readonly { readonly value: unknown }[]) => {
      firsts.push(String(columns[0]?.value));
    });
    connection.execSql(request);
    return promise;
  };
  const changed = (change: (done: (error: Error | null | undefined) => void) => void): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    change((error) => (error ? reject(error) : resolve()));
    return promise;
  };
  return {
    async columnsOf({ schema, table }, signal) {
      const names = await query(
        `select column_name from information_schema.columns
          where table_schema = coalesce(@p1, schema_name()) and table_name = @p2`,
        [schema ?? null, table],
        signal,
      );
      return names.length === 0 ? undefined : new Set(names);
    },
    run: async (statement, values, signal) => void (await query(statement, values, signal)),
    async transaction(work, signal) {
      signal.throwIfAborted();
      try {
        await changed((done) => connection.beginTransaction(done));
        await work();
        await changed((done) => connection.commitTransaction(done));
      } catch (error) {
        await changed((done) => connection.rollbackTransaction(done)).catch(() => {});
        throw mssqlError(error, signal);
      }
    },
  };
}

function bind(request: Request, name: string, value: ColumnValue): void {
  if (typeof value === "number")
    request.addParameter(name, isDecimal(value) ? TYPES.Float : TYPES.BigInt, value);
  else if (typeof value === "boolean") request.addParameter(name, TYPES.Bit, value);
  else if (value instanceof Date) request.addParameter(name, TYPES.DateTimeOffset, value);
  else request.addParameter(name, TYPES.NVarChar, value);
}

function isDecimal(value: number): boolean {
  return Number.isFinite(value) && !Number.isSafeInteger(value);
}

/** Error numbers of the server: a failed login, and missing permissions. */
const DENIED: ReadonlySet<unknown> = new Set([18456, 229, 262, 916]);
/** A missing database or object. */
const MISSING: ReadonlySet<unknown> = new Set([4060, 208]);
/** A deadlock, a lock timeout, and a key that is written twice at a time. */
const TEMPORARY: ReadonlySet<unknown> = new Set([1205, 1222, 2627]);

function mssqlError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (cause instanceof ConnectionError) {
    if (cause.cause instanceof ConnectorError) return cause.cause;
    const code = cause.code === "ELOGIN" ? "ACCESS_DENIED" : "UNREACHABLE";
    return new ConnectorError(code, cause.message, { cause });
  }
  if (!(cause instanceof RequestError)) return cause;
  if (DENIED.has(cause.number)) return new ConnectorError("ACCESS_DENIED", cause.message, { cause });
  if (TEMPORARY.has(cause.number)) return new ConnectorError("UNREACHABLE", cause.message, { cause });
  return new ConnectorError(MISSING.has(cause.number) ? "NOT_FOUND" : "FAILED", cause.message, { cause });
}
