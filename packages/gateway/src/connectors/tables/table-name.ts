import { ConnectorError, type TableTarget } from "@galley/core/domain";

export interface TableName {
  /** Undefined uses the connection's default schema. */
  readonly schema: string | undefined;
  readonly table: string;
}

/** The strictest limit of the supported databases. */
const MAX_IDENTIFIER_LENGTH = 63;

/**
 * "archive.texts" is the table "texts" of the schema "archive". @throws ConnectorError if it is not a valid
 * name.
 */
export function tableNameOf(written: string): TableName {
  const [first = "", ...rest] = written.split(".");
  const name =
    rest.length === 0 ? { schema: undefined, table: first } : { schema: first, table: rest.join(".") };
  assertIdentifier(name.table);
  if (name.schema !== undefined) assertIdentifier(name.schema);
  return name;
}

/** @throws ConnectorError if a name of the target is not valid. */
export function assertNames({ table, columns }: TableTarget): void {
  tableNameOf(table);
  for (const { name } of columns) assertIdentifier(name);
}

/** @throws ConnectorError if it is not a valid name. */
export function assertIdentifier(name: string): void {
  if (name !== "" && name.length <= MAX_IDENTIFIER_LENGTH && !/\p{Cc}/u.test(name)) return;
  throw new ConnectorError(
    "FAILED",
    `Table and column names have 1 to ${MAX_IDENTIFIER_LENGTH} characters and no control characters.`,
  );
}
