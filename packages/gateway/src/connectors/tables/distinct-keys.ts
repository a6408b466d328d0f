import type { ColumnValue, TableTarget } from "@galley/core/domain";

/** The values of each key that rows have, in the order of the target's key columns. */
export function distinctKeys(
  { key }: Pick<TableTarget, "key">,
  rows: readonly Readonly<Record<string, ColumnValue>>[],
): readonly (readonly ColumnValue[])[] {
  const keys = rows.map((row) => key.map((name) => row[name] ?? null));
  return [...new Map(keys.map((values) => [JSON.stringify(values), values])).values()];
}
