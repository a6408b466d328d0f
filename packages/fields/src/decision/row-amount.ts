import type { FieldValue } from "@galley/core/domain";

/** The amount of a row; undefined if it has none. */
export function amountOf(row: FieldValue): number | undefined {
  const amount =
    typeof row === "object" && row !== null && !Array.isArray(row)
      ? Object.entries(row).find(([name]) => name === "amount")?.[1]
      : undefined;
  return typeof amount === "number" ? amount : undefined;
}
