import { ConnectorError, type ColumnValue } from "@galley/core/domain";
import oracledb from "oracledb";
import type { OpenConnector } from "../connector-definition.ts";
import type { Network } from "../network.ts";
import { createTableSink, type SqlDialect, type SqlSession } from "../tables/sql-table.ts";
import { connectDescriptor, oracleAddressOf } from "./oracle-address.ts";
import { dialledBy } from "./oracle-transport.ts";

/** The server and the credentials. */
export interface OracleAccess {
  readonly user: string;
  readonly password: string;
  readonly dsn: string;
  /** "" for none. */
  readonly wallet_content: string;
  readonly wallet_password: string;
}

const TIMEOUT_S = 10;
const CALL_TIMEOUT_MS = 60_000;

export const ORACLE: SqlDialect = {
  quoted: (identifier) => `"${identifier.replaceAll('"', "_")}"`,
  parameter: (number, type) => (type === "date" ? `to_date(:${number}, 'YYYY-MM-DD')` : `:${number}`),
  columnTypes: {
    id: "varchar2(64)",
    text: "clob",
    number: "number",
    integer: "number(19)",
    // Servers before 23 have no boolean columns.
    boolean: "number(1)",
    date: "date",
    timestamp: "timestamp(3) with time zone",
    json: "clob",
  },
  // A CLOB cannot be compared with a parameter.
  keyType: "varchar2(4000)",
  addColumns: (table, columns) => `alter table ${table} add (${columns.join(", ")})`,
};

/** @throws ConnectorError if the server cannot be reached or rejects the user. */
export async function openOracle(
  settings: OracleAccess,
  network: Network,
  signal: AbortSignal,
): Promise<OpenConnector> {
  const connection = await login(settings, network, signal);
  const session = sessionOf(connection);
  return {
    table: createTableSink(ORACLE, session),
    trials: { permission: async (stop) => session.run("select 1 from dual", [], stop) },
    async [Symbol.asyncDispose]() {
      await connection.close().catch(() => {});
    },
  };
}

/** The folder in which the driver looks for tnsnames.ora; it contains nothing. */
const NO_FOLDER = "/dev/null";

async function login(
  { user, password, dsn, wallet_content: walletContent, wallet_password: walletPassword }: OracleAccess,
  network: Network,
  signal: AbortSignal,
): Promise<oracledb.Connection> {
  const address = oracleAddressOf(dsn);
  if (!address) throw new ConnectorError("REFUSED_ADDRESS", "The DSN names no server.");
  // The driver's own network error messages contain addresses; those of the network port are used instead.
  let refusal: unknown;
  const connect: Network["connect"] = async (place, stop) => {
    try {
      return await network.connect(place, stop);
    } catch (error) {
      refusal = error;
      throw error;
    }
  };
  try {
    const connection = await dialledBy({ network: { ...network, connect }, signal }, () =>
      oracledb.getConnection({
        user,
        password,
        connectString: connectDescriptor(address),
        configDir: NO_FOLDER,
        ...(walletContent !== "" && { walletContent, walletPassword }),
        connectTimeout: TIMEOUT_S,
        transportConnectTimeout: TIMEOUT_S,
      }),
    );
    connection.callTimeout = CALL_TIMEOUT_MS;
    return connection;
  } catch (error) {
    throw oracleError(refusal ?? error, signal);
  }
}

function sessionOf(connection: oracledb.Connection): SqlSession {
  const execute = async (
    statement: string,
    values: readonly ColumnValue[],
    signal: AbortSignal,
  ): Promise<readonly (readonly unknown[])[]> => {
    signal.throwIfAborted();
    try {
      const options = { autoCommit: false, outFormat: oracledb.OUT_FORMAT_ARRAY };
      const bound = values.map((value) => (typeof value === "boolean" ? Number(value) : value));
      return (await connection.execute<unknown[]>(statement, bound, options)).rows ?? [];
    } catch (error) {
      throw oracleError(error, signal);
    }
  };
  return {
    async columnsOf({ schema, table }, signal) {
      const rows = await execute(
        `select column_name from all_tab_columns
          where owner = coalesce(:1, sys_context('userenv', 'current_schema')) and table_name = :2`,
        [schema ?? null, table],
        signal,
      );
      return rows.length === 0 ? undefined : new Set(rows.map(([name]) => String(name)));
    },
    run: async (statement, values, signal) => void (await execute(statement, values, signal)),
    async transaction(work, signal) {
      try {
        await work();
        await connection.commit();
      } catch (error) {
        await connection.rollback().catch(() => {});
        throw oracleError(error, signal);
      }
    },
  };
}

/** Oracle error numbers: a failed login, and missing permissions. */
const DENIED: ReadonlySet<unknown> = new Set([1017, 1031, 28000, 1045]);
const MISSING: ReadonlySet<unknown> = new Set([942, 12514]);
/** A key that is written twice at a time, a locked row, and a deadlock. */
const TEMPORARY: ReadonlySet<unknown> = new Set([1, 54, 60]);

/** Messages for the driver's own error codes, whose original messages contain addresses. */
const DRIVER_CODES: Readonly<Record<string, readonly ["NOT_FOUND" | "UNREACHABLE", string]>> = {
  "NJS-505": ["UNREACHABLE", "The wallet cannot be parsed."],
  "NJS-506": ["UNREACHABLE", "The server's certificate does not match the requested server."],
  "NJS-507": ["UNREACHABLE", "The server's certificate does not match the requested server."],
  "NJS-508": ["UNREACHABLE", "The server's certificate does not match the requested server."],
  "NJS-518": ["NOT_FOUND", "The server has no service of this name."],
  "NJS-519": ["NOT_FOUND", "The server has no SID of this name."],
};

function oracleError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (cause instanceof ConnectorError || !(cause instanceof Error)) return cause;
  // Lines after the first are links to Oracle's documentation.
  const [said = ""] = cause.message.split("\n");
  const number = "errorNum" in cause ? cause.errorNum : undefined;
  if (DENIED.has(number)) return new ConnectorError("ACCESS_DENIED", said, { cause });
  if (MISSING.has(number)) return new ConnectorError("NOT_FOUND", said, { cause });
  if (said.startsWith("ORA-")) {
    return new ConnectorError(TEMPORARY.has(number) ? "UNREACHABLE" : "FAILED", said, { cause });
  }
  const [driverCode = ""] = said.split(":");
  const [code, message] = DRIVER_CODES[driverCode] ?? ["UNREACHABLE", "The connection to the server failed."];
  return new ConnectorError(code, message, { cause });
}
