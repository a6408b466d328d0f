import { ConnectorError, type ColumnValue } from "@galley/core/domain";
import { createConnection, type Connection } from "mysql2";
import type { OpenConnector } from "../connector-definition.ts";
import type { Network } from "../network.ts";
import { createTableSink, type SqlDialect, type SqlSession } from "../tables/sql-table.ts";
import {
  createDocumentSource,
  type DocumentDialect,
  type DocumentSession,
} from "../tables/table-documents.ts";
import type { MysqlAccess } from "./mysql-access.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;

const COMMON = {
  quoted: (identifier: string) => `\`${identifier.replaceAll("`", "``")}\``,
  parameter: () => "?",
} as const;

const dialect: SqlDialect = {
  ...COMMON,
  columnTypes: {
    id: "varchar(64) character set ascii collate ascii_bin",
    text: "longtext",
    number: "decimal(38, 10)",
    integer: "bigint",
    boolean: "boolean",
    date: "date",
    timestamp: "datetime(3)",
    json: "json",
  },
  // Longer than any path, with case-sensitive comparison.
  keyType: "varchar(4096) character set utf8mb4 collate utf8mb4_bin",
  afterCreating: (table, key) => [`create index galley_key on ${table} (${key}(64))`],
  addColumns: (table, columns) =>
    `alter table ${table} ${columns.map((column) => `add column ${column}`).join(", ")}`,
};

const documents: DocumentDialect = {
  ...COMMON,
  asText: (expression) => `convert(${expression} using utf8mb4)`,
  begin: "start transaction read only",
};

/** @throws ConnectorError if the server cannot be reached or rejects the user. */
export async function openMysql(
  access: MysqlAccess,
  network: Network,
  signal: AbortSignal,
): Promise<OpenConnector> {
  const connection = await login(access, network, signal);
  const session = sessionOf(connection);
  return {
    table: createTableSink(dialect, session),
    documents: createDocumentSource(documents, session, network),
    trials: {
      permission: async (stop) => session.run("select 1", [], stop),
      list: async (stop) => void (await session.columnsOf({ schema: undefined, table: "" }, stop)),
    },
    async [Symbol.asyncDispose]() {
      await connection
        .promise()
        .end()
        .catch(() => connection.destroy());
    },
  };
}

/** With TLS if the server supports it; without only if TLS is not required. */
async function login(access: MysqlAccess, network: Network, signal: AbortSignal): Promise<Connection> {
  try {
    return await connect(access, { network, encrypted: true }, signal);
  } catch (error) {
    const isPlain = error instanceof Error && "code" in error && error.code === "HANDSHAKE_NO_SSL_SUPPORT";
    if (access.sslEnabled || !isPlain) throw mysqlError(error, signal);
  }
  try {
    return await connect(access, { network, encrypted: false }, signal);
  } catch (error) {
    throw mysqlError(error, signal);
  }
}

async function connect(
  { host, port, database, user, password, sslEnabled = false }: MysqlAccess,
  { network, encrypted }: { readonly network: Network; readonly encrypted: boolean },
  signal: AbortSignal,
): Promise<Connection> {
  const socket = await network.connect({ host, port: Number(port) }, signal);
  const stop = (): void => void socket.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const connection = createConnection({
      host,
      database,
      user,
      password,
      stream: () => socket,
      connectTimeout: CONNECT_TIMEOUT_MS,
      charset: "utf8mb4",
      timezone: "Z",
      // Servers often have self-signed certificates.
      ...(encrypted && { ssl: { rejectUnauthorized: sslEnabled } }),
      // The server must not request files of this machine.
      flags: ["-LOCAL_FILES"],
    });
    // The next statement reports a lost connection.
    connection.on("error", () => {});
    await connection.promise().connect();
    return connection;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function sessionOf(connection: Connection): SqlSession & DocumentSession {
  const promised = connection.promise();
  const query = async (
    statement: string,
    values: readonly ColumnValue[],
    signal: AbortSignal,
  ): Promise<unknown> => {
    signal.throwIfAborted();
    try {
      const [rows] =
        values.length === 0
          ? await promised.query({ sql: statement, timeout: STATEMENT_TIMEOUT_MS })
          : await promised.execute({ sql: statement, timeout: STATEMENT_TIMEOUT_MS }, [...values]);
      return rows;
    } catch (error) {
      throw mysqlError(error, signal);
    }
  };
  return {
    async columnsOf({ schema, table }, signal) {
      const rows = await query(
        `select column_name as name from information_schema.columns
          where table_schema = coalesce(?, database()) and table_name = ?`,
        [schema ?? null, table],
        signal,
      );
      const names = Array.isArray(rows) ? rows.map((row) => String(Reflect.get(Object(row), "name"))) : [];
      return names.length === 0 ? undefined : new Set(names);
    },
    async query(statement, values, signal) {
      const rows = await query(statement, values, signal);
      return Array.isArray(rows) ? rows.map((row) => ({ ...Object(row) })) : [];
    },
    stream: (statement, signal) => streamed(connection, statement, signal),
    run: async (statement, values, signal) => void (await query(statement, values, signal)),
    async transaction(work, signal) {
      await query("start transaction", [], signal);
      try {
        await work();
        await query("commit", [], signal);
      } catch (error) {
        await promised.query("rollback").catch(() => {});
        throw error;
      }
    },
  };
}

/** Rows buffered at a time. */
const STREAMED_ROWS = 1000;

async function* streamed(
  connection: Connection,
  statement: string,
  signal: AbortSignal,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  let isDone = false;
  try {
    for await (const row of connection.query(statement).stream({ highWaterMark: STREAMED_ROWS })) {
      signal.throwIfAborted();
      yield { ...Object(row) };
    }
    isDone = true;
  } catch (error) {
    throw mysqlError(error, signal);
  } finally {
    // A graceful close would first receive the remaining rows.
    if (!isDone) connection.destroy();
  }
}

const DENIED: ReadonlySet<unknown> = new Set([
  "ER_ACCESS_DENIED_ERROR",
  "ER_DBACCESS_DENIED_ERROR",
  "ER_TABLEACCESS_DENIED_ERROR",
  "ER_COLUMNACCESS_DENIED_ERROR",
  "ER_SPECIFIC_ACCESS_DENIED_ERROR",
]);
const MISSING: ReadonlySet<unknown> = new Set(["ER_BAD_DB_ERROR", "ER_NO_SUCH_TABLE"]);
/** Temporary failures: concurrent access, also of two that write the same key, or a server that is starting or stopping. */
const TEMPORARY: ReadonlySet<unknown> = new Set([
  "ER_DUP_ENTRY",
  "ER_LOCK_DEADLOCK",
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_TABLE_DEF_CHANGED",
  "ER_CON_COUNT_ERROR",
  "ER_SERVER_SHUTDOWN",
  "ER_CONNECTION_KILLED",
]);

function mysqlError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (cause instanceof ConnectorError || !(cause instanceof Error)) return cause;
  const code = "code" in cause ? cause.code : undefined;
  if (DENIED.has(code)) return new ConnectorError("ACCESS_DENIED", cause.message, { cause });
  if (MISSING.has(code)) return new ConnectorError("NOT_FOUND", cause.message, { cause });
  if (TEMPORARY.has(code)) return new ConnectorError("UNREACHABLE", cause.message, { cause });
  const isServers = typeof code === "string" && code.startsWith("ER_");
  return isServers
    ? new ConnectorError("FAILED", cause.message, { cause })
    : new ConnectorError("UNREACHABLE", `The connection failed: ${cause.message}`, { cause });
}
