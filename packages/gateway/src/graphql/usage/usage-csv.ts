import { csvField, USAGE_KEYS, type UsageGroup, type UsageKey } from "@galley/core/domain";

/** The columns of each key. */
const COLUMNS = {
  day: ["day"],
  mode: ["mode"],
  tag: ["tag"],
  key: ["keyId", "keyDescription"],
} as const satisfies Record<UsageKey, readonly (keyof UsageGroup)[]>;

/** RFC 4180, in the order of day, mode, tag and key. */
export function usageCsv(groups: readonly UsageGroup[], by: readonly UsageKey[]): string {
  const columns = USAGE_KEYS.filter((key) => by.includes(key)).flatMap((key) => COLUMNS[key]);
  const rows = groups.map((group) => [
    ...columns.map((column) => csvField(group[column] ?? "")),
    group.pages,
  ]);
  return [[...columns, "pages"], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}
