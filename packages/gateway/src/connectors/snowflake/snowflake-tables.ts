import type { OpenConnector } from "../connector-definition.ts";
import type { Network } from "../network.ts";
import { createTableSink, type SqlDialect, type SqlSession } from "../tables/sql-table.ts";
import { logIn, type SnowflakeAccess, type SnowflakeSession } from "./snowflake-session.ts";

export const SNOWFLAKE: SqlDialect = {
  quoted: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  parameter: () => "?",
  columnTypes: {
    id: "varchar(64)",
    text: "varchar",
    number: "number(38, 10)",
    integer: "number(19)",
    boolean: "boolean",
    date: "date",
    timestamp: "timestamp_tz",
    json: "varchar",
  },
  addColumns: (table, columns) => `alter table ${table} add column ${columns.join(", ")}`,
};

/** @throws ConnectorError if the credentials are rejected. */
export async function openSnowflake(
  settings: SnowflakeAccess,
  way: { readonly network: Network; readonly base: string },
  signal: AbortSignal,
): Promise<OpenConnector> {
  const login = await logIn(settings, way, signal);
  const session = sessionOf(login);
  return {
    table: createTableSink(SNOWFLAKE, session),
    trials: {
      permission: async (stop) => session.run("select 1", [], stop),
      list: async (stop) => void (await session.columnsOf({ schema: undefined, table: "" }, stop)),
    },
    [Symbol.asyncDispose]: () => login.close(),
  };
}

function sessionOf(login: SnowflakeSession): SqlSession {
  return {
    async columnsOf({ schema, table }, signal) {
      const names = await login.query(
        `select column_name from information_schema.columns
          where table_schema = coalesce(?, current_schema()) and table_name = ?`,
        [schema ?? null, table],
        signal,
      );
      return names.length === 0 ? undefined : new Set(names);
    },
    run: async (statement, values, signal) => void (await login.query(statement, values, signal)),
    async transaction(work, signal) {
      await login.query("begin", [], signal);
      try {
        await work();
        await login.query("commit", [], signal);
      } catch (error) {
        await login.query("rollback", [], AbortSignal.timeout(5000)).catch(() => {});
        throw error;
      }
    },
  };
}
