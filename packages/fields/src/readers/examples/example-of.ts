import { EXAMPLE_VERSION, type FieldsExample } from "./fields-example.ts";
import { lookOf } from "./look.ts";
import { taughtHeads } from "./taught-heads.ts";
import { absencesIn, type Confirmed, taughtValues } from "./taught-values.ts";

/** What a confirmed document teaches; undefined if it teaches nothing. Only confirmed values count. */
export function exampleOf(confirmed: Confirmed): FieldsExample | undefined {
  const values = taughtValues(confirmed);
  const heads = taughtHeads(confirmed);
  const absences = absencesIn(confirmed);
  if (values.length + heads.length + absences.removed.length === 0) return undefined;
  return { version: EXAMPLE_VERSION, look: lookOf(confirmed.document), values, heads, ...absences };
}
