import { ConnectorError, type TableTarget } from "@galley/core/domain";

export interface TableName {
  /** Undefined where the connection's own is meant. */
  readonly schema: string | undefined;
  readonly table: string;
}

/** The least of what databases allow. */
const MAX_IDENTIFIER_LENGTH = 63;

/** "archive.texts" is the table "texts" of the schema "archive". @throws ConnectorError when it can be no name. */
export function tableNameOf(written: string): TableName {
  const [first = "", ...rest] = written.split(".");
  const name =
    rest.length === 0 ? { schema: undefined, table: first } : { schema: first, table: rest.join(".") };
  assertIdentifier(name.table);
  if (name.schema !== undefined) assertIdentifier(name.schema);
  return name;
}

/** @throws ConnectorError when the names of a target can be none. */
export function assertNames({ table, columns }: TableTarget): void {
  tableNameOf(table);
  for (const { name } of columns) assertIdentifier(name);
}

/** @throws ConnectorError when it can be no name. */
export function assertIdentifier(name: string): void {
  if (name !== "" && name.length <= MAX_IDENTIFIER_LENGTH && !/\p{Cc}/u.test(name)) return;
  throw new ConnectorError(
    "FAILED",
    `A name of a table or column has 1 to ${MAX_IDENTIFIER_LENGTH} characters and no control characters.`,
  );
}
