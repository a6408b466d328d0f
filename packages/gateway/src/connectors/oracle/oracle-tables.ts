import { ConnectorError, type ColumnValue } from "@galley/core/domain";
import oracledb from "oracledb";
import type { OpenConnector, Surroundings } from "../connector-definition.ts";
import { createTableSink, type SqlDialect, type SqlSession } from "../tables/sql-table.ts";
import { hostsOf } from "./oracle-hosts.ts";
import { jailedFolder } from "../local/jailed-folder.ts";

/** Where and as whom to log in. */
export interface OracleAccess {
  readonly user: string;
  readonly password: string;
  readonly dsn: string;
  readonly config_dir: string;
  readonly wallet_location: string;
  readonly wallet_password: string;
}

const TIMEOUT_S = 10;
const CALL_TIMEOUT_MS = 60_000;

export const ORACLE: SqlDialect = {
  quoted: (identifier) => `"${identifier.replaceAll('"', "_")}"`,
  parameter: (number) => `:${number}`,
  columnTypes: {
    text: "clob",
    integer: "number(19)",
    timestamp: "timestamp(3) with time zone",
    json: "clob",
  },
  // A CLOB cannot be compared with a parameter.
  keyType: "varchar2(4000)",
  addColumns: (table, columns) => `alter table ${table} add (${columns.join(", ")})`,
};

/**
 * The driver connects by itself, so that the address policy sees the names before it and cannot pin the address.
 *
 * @throws ConnectorError when the server cannot be reached or refuses the user.
 */
export async function openOracle(
  settings: OracleAccess,
  { network, localRoots }: Pick<Surroundings, "network" | "localRoots">,
  signal: AbortSignal,
): Promise<OpenConnector> {
  const folders = {
    configDir: await jailedFolder(settings.config_dir, localRoots),
    walletLocation: await jailedFolder(settings.wallet_location, localRoots),
  };
  for (const host of hostsOf(settings.dsn)) await network.resolve(host, signal);
  const connection = await login(settings, folders, signal);
  const session = sessionOf(connection);
  return {
    table: createTableSink(ORACLE, session),
    trials: { permission: async (stop) => session.run("select 1 from dual", [], stop) },
    async [Symbol.asyncDispose]() {
      await connection.close().catch(() => {});
    },
  };
}

async function login(
  { user, password, dsn, wallet_password }: OracleAccess,
  folders: Pick<oracledb.ConnectionAttributes, "configDir" | "walletLocation">,
  signal: AbortSignal,
): Promise<oracledb.Connection> {
  try {
    const connection = await oracledb.getConnection({
      user,
      password,
      connectString: dsn,
      ...folders,
      walletPassword: wallet_password,
      connectTimeout: TIMEOUT_S,
      transportConnectTimeout: TIMEOUT_S,
    });
    connection.callTimeout = CALL_TIMEOUT_MS;
    return connection;
  } catch (error) {
    throw oracleError(error, signal);
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
      return (await connection.execute<unknown[]>(statement, [...values], options)).rows ?? [];
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

/** Numbers of Oracle's errors: a login that failed, and what a user may not do. */
const DENIED: ReadonlySet<unknown> = new Set([1017, 1031, 28000, 1045]);
const MISSING: ReadonlySet<unknown> = new Set([942, 12514]);
/** A lock that somebody else holds, and a deadlock. */
const PASSING: ReadonlySet<unknown> = new Set([54, 60]);

function oracleError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (cause instanceof ConnectorError || !(cause instanceof Error)) return cause;
  const number = "errorNum" in cause ? cause.errorNum : undefined;
  if (DENIED.has(number)) return new ConnectorError("ACCESS_DENIED", cause.message, { cause });
  if (MISSING.has(number)) return new ConnectorError("NOT_FOUND", cause.message, { cause });
  const isServers = cause.message.startsWith("ORA-") && !PASSING.has(number);
  return new ConnectorError(isServers ? "FAILED" : "UNREACHABLE", cause.message, { cause });
}
