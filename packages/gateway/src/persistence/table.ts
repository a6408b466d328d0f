import type { EntityManager, EntityName } from "@mikro-orm/postgresql";
import { prepared, rowsOf, unread } from "../prepared-statements.ts";

/**
 * The statements that every request needs, as prepared statements: building a query and hydrating its result costs the
 * ORM several times as much as the statement itself.
 */
export interface Table<Row extends object> {
  /**
   * Reads records.
   *
   * @param condition everything after `from <table>`, with parameters as $1, $2 and so on
   * @param expressions read in place of the columns of these names
   */
  select(
    condition: string,
    expressions?: Readonly<Partial<Record<keyof Row & string, string>>>,
  ): (em: EntityManager, parameters: readonly unknown[]) => Promise<readonly Row[]>;
  /** The same for a condition whose text depends on the call. */
  read(em: EntityManager, condition: string, parameters: readonly unknown[]): Promise<readonly Row[]>;
  insert(em: EntityManager, row: object): Promise<void>;
  /** Changes the record with an id. Values that are undefined stay as they are. */
  update(em: EntityManager, id: string, changes: object): Promise<void>;
}

export function tableOf<Row extends object>(entity: EntityName<Row>): Table<Row> {
  let known: readonly Column[] | undefined;
  const columnsOf = (em: EntityManager): readonly Column[] => (known ??= columnsIn(em, entity));
  const tableName = (em: EntityManager): string => em.getMetadata(entity).tableName;
  const readColumns = (em: EntityManager): readonly Column[] => columnsOf(em).filter(({ isRead }) => isRead);
  const selection = (
    em: EntityManager,
    condition: string,
    expressions: Readonly<Partial<Record<string, string>>> = {},
  ): string => {
    const list = readColumns(em).map(
      ({ name, column }) => `${expressions[name] ?? `"${column}"`} as "${name}"`,
    );
    return `select ${list.join(", ")} from "${tableName(em)}" ${condition}`;
  };
  const recordsOf = async (
    em: EntityManager,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<readonly Row[]> => {
    const rows = await rowsOf<Row>(em, sql, parameters);
    for (const { name, fromDatabase } of readColumns(em)) {
      if (fromDatabase) convert(rows, name, fromDatabase);
    }
    return rows;
  };
  return {
    select(condition, expressions) {
      let sql: string | undefined;
      return (em, parameters) => {
        sql ??= prepared(selection(em, condition, expressions));
        return recordsOf(em, sql, parameters);
      };
    },

    read: (em, condition, parameters) => recordsOf(em, selection(em, condition), parameters),

    async insert(em, row) {
      const { names, values } = assigned(columnsOf(em), row);
      const places = names.map((_, index) => `$${index + 1}`);
      const sql = `insert into "${tableName(em)}" (${names.join(", ")}) values (${places.join(", ")})`;
      await rowsOf(em, unread(sql), values);
    },

    async update(em, id, changes) {
      const { names, values } = assigned(columnsOf(em), changes);
      if (names.length === 0) return;
      const settings = names.map((name, index) => `${name} = $${index + 2}`);
      const sql = `update "${tableName(em)}" set ${settings.join(", ")} where id = $1`;
      await rowsOf(em, unread(sql), [id, ...values]);
    },
  };
}

interface Column {
  readonly name: string;
  readonly column: string;
  readonly isRead: boolean;
  /** From the driver's type to the record's; undefined if they are the same. */
  readonly fromDatabase: ((value: unknown) => unknown) | undefined;
  readonly toDatabase: (value: unknown) => unknown;
}

function columnsIn<Row extends object>(em: EntityManager, entity: EntityName<Row>): readonly Column[] {
  const platform = em.getPlatform();
  return em.getMetadata(entity).props.map(({ name, fieldNames, lazy, runtimeType, customType }) => ({
    name,
    column: fieldNames[0] ?? name,
    isRead: lazy !== true,
    fromDatabase:
      runtimeType === "Date"
        ? instant
        : customType && ((value: unknown) => customType.convertToJSValue(value, platform)),
    toDatabase: (value) =>
      value === null ? null : (customType?.convertToDatabaseValue(value, platform) ?? value),
  }));
}

/** The ORM has the driver return instants as texts. */
function instant(value: unknown): unknown {
  return typeof value === "string" ? new Date(value) : value;
}

function convert(rows: readonly object[], name: string, fromDatabase: (value: unknown) => unknown): void {
  for (const row of rows) {
    const value: unknown = Reflect.get(row, name);
    if (value !== null) Reflect.set(row, name, fromDatabase(value));
  }
}

function assigned(
  columns: readonly Column[],
  row: object,
): { readonly names: readonly string[]; readonly values: readonly unknown[] } {
  const given = columns.flatMap(({ name, column, toDatabase }) => {
    const value: unknown = Reflect.get(row, name);
    return value === undefined ? [] : [{ name: `"${column}"`, value: toDatabase(value) }];
  });
  return { names: given.map(({ name }) => name), values: given.map(({ value }) => value) };
}
