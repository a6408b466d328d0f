import {
  ConnectorError,
  type ColumnType,
  type ColumnValue,
  type TableColumn,
  type TableRows,
  type TableSink,
  type TableTarget,
} from "@galley/core/domain";
import { assertNames, tableNameOf, type TableName } from "./table-name.ts";

/** The SQL syntax of a database. */
export interface SqlDialect {
  /** A quoted identifier, with quotes inside doubled. */
  quoted(identifier: string): string;
  /** The placeholder of a parameter, counted from 1, for a column of a type. */
  parameter(number: number, type?: ColumnType): string;
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
        const ready = await isReady(session, target, signal).catch(() => false);
        if (!ready) throw error;
      }
    },

    async replace(tables, signal) {
      for (const { target } of tables) assertNames(target);
      const statements = [
        ...tables.toReversed().map((rows) => removalOf(dialect, rows)),
        ...tables.flatMap((rows) => insertionsOf(dialect, rows)),
      ];
      await session.transaction(async () => {
        for (const { statement, values } of statements) await session.run(statement, values, signal);
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
  assertPrimaryKey(target, there);
  if (missing.length > 0) await addColumns(dialect, session, { ...target, columns: missing }, signal);
  return undefined;
}

/** A primary key cannot be added to rows that are there. */
function assertPrimaryKey({ table, primaryKey = [] }: TableTarget, there: ReadonlySet<string>): void {
  if (primaryKey.every((name) => there.has(name))) return;
  const names = primaryKey.map((name) => `"${name}"`).join(", ");
  throw new ConnectorError(
    "FAILED",
    `The table "${table}" exists without its primary key (${names}). Name another table.`,
  );
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
  const parts = [...columns, ...constraintsOf(dialect, target)];
  await session.run(`create table ${table} (${parts.join(", ")})`, [], signal);
  const [firstKey] = target.key;
  // A primary key has an index, and begins with the key.
  if (firstKey === undefined || target.primaryKey !== undefined) return;
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

function constraintsOf(
  dialect: SqlDialect,
  { key, primaryKey, parent, parentKey = key }: TableTarget,
): readonly string[] {
  const list = (names: readonly string[]): string =>
    `(${names.map((name) => dialect.quoted(name)).join(", ")})`;
  return [
    ...(primaryKey === undefined ? [] : [`primary key ${list(primaryKey)}`]),
    ...(parent === undefined
      ? []
      : [`foreign key ${list(parentKey)} references ${quotedName(dialect, parent)} ${list(parentKey)}`]),
  ];
}

interface Statement {
  readonly statement: string;
  readonly values: readonly ColumnValue[];
}

function removalOf(dialect: SqlDialect, { target, key }: TableRows): Statement {
  const conditions = target.key.map(
    (name, index) => `${dialect.quoted(name)} = ${dialect.parameter(index + 1)}`,
  );
  return {
    statement: `delete from ${quotedTable(dialect, target)} where ${conditions.join(" and ")}`,
    values: target.key.map((name) => key[name] ?? null),
  };
}

function insertionsOf(dialect: SqlDialect, { target, rows }: TableRows): readonly Statement[] {
  const names = target.columns.map(({ name }) => dialect.quoted(name)).join(", ");
  const parameters = target.columns.map(({ type }, index) => dialect.parameter(index + 1, type)).join(", ");
  const statement = `insert into ${quotedTable(dialect, target)} (${names}) values (${parameters})`;
  return rows.map((row) => ({ statement, values: target.columns.map(({ name }) => row[name] ?? null) }));
}

function quotedTable(dialect: SqlDialect, target: TableTarget): string {
  return quotedName(dialect, target.table);
}

/** "archive.texts" with each part quoted. @throws ConnectorError if it is not a valid name. */
export function quotedName(dialect: Pick<SqlDialect, "quoted">, written: string): string {
  const { schema, table } = tableNameOf(written);
  return schema === undefined ? dialect.quoted(table) : `${dialect.quoted(schema)}.${dialect.quoted(table)}`;
}
