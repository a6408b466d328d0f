import {
  ConnectorError,
  type ColumnType,
  type ColumnValue,
  type TableColumn,
  type TableSink,
  type TableTarget,
} from "@galley/core/domain";
import { distinctKeys } from "./distinct-keys.ts";
import { assertNames, tableNameOf, type TableName } from "./table-name.ts";

type Row = Readonly<Record<string, ColumnValue>>;

/** The SQL syntax of a database. */
export interface SqlDialect {
  /** A quoted identifier, with quotes inside doubled. */
  quoted(identifier: string): string;
  /** The placeholder of a parameter, counted from 1. */
  parameter(number: number): string;
  readonly columnTypes: Readonly<Record<ColumnType, string>>;
  /** The type of key columns, if it differs from that of other text columns. */
  readonly keyType?: string;
  /** Statements to run after creating a table, such as an index on the first key column. */
  afterCreating?(table: string, firstKey: string): readonly string[];
  /** The statement that adds columns to a table. */
  addColumns(table: string, columns: readonly string[]): string;
}

/** Runs statements on one connection. Throws a `ConnectorError`, or the reason of the signal. */
export interface SqlSession {
  /** The column names of a table; undefined if it does not exist. */
  columnsOf(name: TableName, signal: AbortSignal): Promise<ReadonlySet<string> | undefined>;
  run(statement: string, values: readonly ColumnValue[], signal: AbortSignal): Promise<void>;
  /** Runs work in a transaction. */
  transaction(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
}

/**
 * Writes rows to a SQL database. Names are quoted and values are parameters. Rows are replaced by deleting
 * those with the same key first, in the same transaction, because every database supports that.
 */
export function createTableSink(dialect: SqlDialect, session: SqlSession): TableSink {
  return {
    async prepare(target, signal) {
      assertNames(target);
      try {
        await makeReady(dialect, session, target, signal);
      } catch (error) {
        // A concurrent writer may have created what was missing.
        if (!target.create || !(error instanceof ConnectorError)) throw error;
        if (error.code === "UNREACHABLE" || !(await isReady(session, target, signal))) throw error;
      }
    },

    async replace(target, rows, signal) {
      assertNames(target);
      await session.transaction(async () => {
        const removal = removalFrom(dialect, target);
        for (const values of distinctKeys(target, rows)) await session.run(removal, values, signal);
        for (const row of rows) {
          const insertion = insertionOf(dialect, target, row);
          await session.run(insertion.statement, insertion.values, signal);
        }
      }, signal);
    },
  };
}

async function makeReady(
  dialect: SqlDialect,
  session: SqlSession,
  target: TableTarget,
  signal: AbortSignal,
): Promise<void> {
  const there = await session.columnsOf(tableNameOf(target.table), signal);
  if (!there) return createTable(dialect, session, target, signal);
  const missing = target.columns.filter(({ name }) => !there.has(name));
  if (missing.length > 0) await addColumns(dialect, session, { ...target, columns: missing }, signal);
  return undefined;
}

async function isReady(session: SqlSession, target: TableTarget, signal: AbortSignal): Promise<boolean> {
  const there = await session.columnsOf(tableNameOf(target.table), signal);
  return target.columns.every(({ name }) => there?.has(name) === true);
}

async function createTable(
  dialect: SqlDialect,
  session: SqlSession,
  target: TableTarget,
  signal: AbortSignal,
): Promise<void> {
  if (!target.create) throw new ConnectorError("NOT_FOUND", `Table "${target.table}" not found.`);
  const table = quotedTable(dialect, target);
  const columns = target.columns.map((column) => definitionOf(dialect, target, column));
  await session.run(`create table ${table} (${columns.join(", ")})`, [], signal);
  const [firstKey] = target.key;
  if (firstKey === undefined) return;
  for (const statement of dialect.afterCreating?.(table, dialect.quoted(firstKey)) ?? []) {
    await session.run(statement, [], signal);
  }
}

async function addColumns(
  dialect: SqlDialect,
  session: SqlSession,
  target: TableTarget,
  signal: AbortSignal,
): Promise<void> {
  const names = target.columns.map(({ name }) => `"${name}"`).join(", ");
  if (!target.create) throw new ConnectorError("NOT_FOUND", `The table "${target.table}" lacks ${names}.`);
  const definitions = target.columns.map((column) => definitionOf(dialect, target, column));
  await session.run(dialect.addColumns(quotedTable(dialect, target), definitions), [], signal);
}

function definitionOf(dialect: SqlDialect, { key }: TableTarget, { name, type }: TableColumn): string {
  const isKey = key.includes(name) && type === "text";
  return `${dialect.quoted(name)} ${(isKey && dialect.keyType) || dialect.columnTypes[type]}`;
}

interface Statement {
  readonly statement: string;
  readonly values: readonly ColumnValue[];
}

/** Its parameters are the values of a key. */
function removalFrom(dialect: SqlDialect, target: TableTarget): string {
  const conditions = target.key.map(
    (name, index) => `${dialect.quoted(name)} = ${dialect.parameter(index + 1)}`,
  );
  return `delete from ${quotedTable(dialect, target)} where ${conditions.join(" and ")}`;
}

function insertionOf(dialect: SqlDialect, target: TableTarget, row: Row): Statement {
  const names = target.columns.map(({ name }) => dialect.quoted(name));
  const parameters = target.columns.map((_, index) => dialect.parameter(index + 1));
  return {
    statement: `insert into ${quotedTable(dialect, target)} (${names.join(", ")}) values (${parameters.join(", ")})`,
    values: target.columns.map(({ name }) => row[name] ?? null),
  };
}

function quotedTable(dialect: SqlDialect, target: TableTarget): string {
  return quotedName(dialect, target.table);
}

/** "archive.texts" with each part quoted. @throws ConnectorError if it is not a valid name. */
export function quotedName(dialect: Pick<SqlDialect, "quoted">, written: string): string {
  const { schema, table } = tableNameOf(written);
  return schema === undefined ? dialect.quoted(table) : `${dialect.quoted(schema)}.${dialect.quoted(table)}`;
}
