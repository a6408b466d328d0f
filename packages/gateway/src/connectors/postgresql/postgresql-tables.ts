import { ConnectorError, type ColumnValue } from "@galley/core/domain";
import { Client, DatabaseError } from "pg";
import { connected } from "../connected-socket.ts";
import type { OpenConnector } from "../connector-definition.ts";
import type { Network } from "../network.ts";
import { createTableSink, type SqlDialect, type SqlSession } from "../tables/sql-table.ts";
import {
  createDocumentSource,
  type DocumentDialect,
  type DocumentSession,
} from "../tables/table-documents.ts";
import type { PostgresqlAccess } from "./postgresql-access.ts";

const STATEMENT_TIMEOUT_MS = 60_000;

const COMMON = {
  quoted: (identifier: string) => `"${identifier.replaceAll('"', '""')}"`,
  parameter: (number: number) => `$${number}`,
} as const;

export const POSTGRESQL: SqlDialect = {
  ...COMMON,
  columnTypes: {
    id: "varchar(64)",
    text: "text",
    number: "numeric",
    integer: "bigint",
    boolean: "boolean",
    date: "date",
    timestamp: "timestamptz",
    json: "jsonb",
  },
  afterCreating: (table, key) => [`create index on ${table} (${key})`],
  addColumns: (table, columns) =>
    `alter table ${table} ${columns.map((column) => `add column if not exists ${column}`).join(", ")}`,
};

const DOCUMENTS: DocumentDialect = {
  ...COMMON,
  asText: (expression) => `${expression}::text`,
  begin: "begin isolation level repeatable read read only",
};

/** PostgreSQL's protocol, but with fewer types, no indexes, and one added column per statement. */
export const REDSHIFT: SqlDialect = {
  ...COMMON,
  columnTypes: {
    id: "varchar(64)",
    text: "varchar(65535)",
    number: "decimal(38, 10)",
    integer: "bigint",
    boolean: "boolean",
    date: "date",
    timestamp: "timestamptz",
    json: "varchar(65535)",
  },
  addColumns: (table, columns) =>
    columns.map((column) => `alter table ${table} add column ${column}`).join("; "),
};

/** @throws ConnectorError if the server cannot be reached or rejects the user. */
export async function openPostgresql(
  access: PostgresqlAccess,
  { network, dialect }: { readonly network: Network; readonly dialect: SqlDialect },
  signal: AbortSignal,
): Promise<OpenConnector> {
  const client = await login(access, network, signal);
  const session = sessionOf(client);
  return {
    table: createTableSink(dialect, session),
    ...(dialect === POSTGRESQL && { documents: createDocumentSource(DOCUMENTS, session, network) }),
    trials: {
      permission: async (stop) => session.run("select 1", [], stop),
      list: async (stop) => void (await session.columnsOf({ schema: undefined, table: "" }, stop)),
    },
    async [Symbol.asyncDispose]() {
      await client.end().catch(() => {});
    },
  };
}

/** With TLS if the server supports it, like PostgreSQL's own clients. */
async function login(access: PostgresqlAccess, network: Network, signal: AbortSignal): Promise<Client> {
  try {
    return await connect(access, { network, encrypted: true }, signal);
  } catch (error) {
    const isPlain = error instanceof Error && error.message.includes("does not support SSL");
    if (access.verified || !isPlain) {
      throw postgresqlError(error, signal);
    }
  }
  try {
    return await connect(access, { network, encrypted: false }, signal);
  } catch (error) {
    throw postgresqlError(error, signal);
  }
}

async function connect(
  { host, port, schema, verified, database, user, password }: PostgresqlAccess,
  { network, encrypted }: { readonly network: Network; readonly encrypted: boolean },
  signal: AbortSignal,
): Promise<Client> {
  const socket = connected(await network.connect({ host, port }, signal));
  const client = new Client({
    database,
    user,
    // A function, because the driver would replace a blank password with one from the environment or a file.
    password: async () => password,
    host,
    port,
    stream: () => socket,
    application_name: "galley",
    statement_timeout: STATEMENT_TIMEOUT_MS,
    sslnegotiation: "postgres",
    // Always set, because the driver would fall back to the environment's.
    options: schema === undefined ? " " : `-c search_path=${schema.replaceAll(/[\\ ]/g, String.raw`\$&`)}`,
    // Few servers have a trusted certificate, but encryption still protects what is sent.
    ssl: encrypted && { rejectUnauthorized: verified },
  });
  // The next statement reports a lost connection.
  client.on("error", () => {});
  const stop = (): void => void socket.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await client.connect();
    return client;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Rows per fetch. */
const FETCHED_ROWS = 1000;

function sessionOf(client: Client): SqlSession & DocumentSession {
  const query = async (
    text: string,
    values: readonly ColumnValue[],
    signal: AbortSignal,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    signal.throwIfAborted();
    try {
      return (await client.query<Record<string, unknown>>(text, [...values])).rows;
    } catch (error) {
      throw postgresqlError(error, signal);
    }
  };
  return {
    async columnsOf({ schema, table }, signal) {
      const rows = await query(
        `select column_name from information_schema.columns
          where table_schema = coalesce($1::text, current_schema()) and table_name = $2`,
        [schema ?? null, table],
        signal,
      );
      return rows.length === 0 ? undefined : new Set(rows.map(({ column_name: name }) => String(name)));
    },
    query,
    async *stream(statement, signal) {
      await query(DOCUMENTS.begin, [], signal);
      try {
        await query(`declare galley_rows no scroll cursor for ${statement}`, [], signal);
        for (let full = true; full;) {
          const rows = await query(`fetch ${FETCHED_ROWS} from galley_rows`, [], signal);
          yield* rows;
          full = rows.length === FETCHED_ROWS;
        }
      } finally {
        await client.query("rollback").catch(() => {});
      }
    },
    run: async (statement, values, signal) => void (await query(statement, values, signal)),
    async transaction(work, signal) {
      await query("begin", [], signal);
      try {
        await work();
        await query("commit", [], signal);
      } catch (error) {
        await client.query("rollback").catch(() => {});
        throw error;
      }
    },
  };
}

/** SQLSTATE classes: invalid authorization, and insufficient privilege. */
const DENIED = /^(28|42501)/;
/** A missing database, schema or table. */
const MISSING = /^(3D000|3F000|42P01)$/;
/**
 * Temporary failures: a lost connection, concurrent access (also of two that write the same key), too many connections,
 * a server that is starting or stopping.
 */
const TEMPORARY = /^(08|40|23505|53300|55P03|57P0)/;

function postgresqlError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (cause instanceof ConnectorError || !(cause instanceof Error)) return cause;
  if (!(cause instanceof DatabaseError)) {
    return new ConnectorError("UNREACHABLE", `The connection failed: ${cause.message}`, { cause });
  }
  const state = cause.code ?? "";
  if (DENIED.test(state)) return new ConnectorError("ACCESS_DENIED", cause.message, { cause });
  if (TEMPORARY.test(state)) return new ConnectorError("UNREACHABLE", cause.message, { cause });
  return new ConnectorError(MISSING.test(state) ? "NOT_FOUND" : "FAILED", cause.message, { cause });
}
