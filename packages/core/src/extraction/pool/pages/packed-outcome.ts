import type { PageFailed, PageRead } from "../../result/extracted-document.ts";
import type { CompressedPage, StorableOutcome } from "../../result/storable-outcome.ts";
import type { Rule } from "../../page/page-content.ts";

/**
 * A page outcome as it is sent between threads: rules are packed as numbers, because copying them as objects is slower.
 */
export type PackedOutcome = PageFailed | Packed<PageRead> | Packed<CompressedPage>;

type Packed<Page> = Omit<Page, "rules"> & {
  /** `RULE_COLUMNS` numbers for each rule. */
  readonly rules: Float64Array;
};

const RULE_COLUMNS = ["x0", "y0", "x1", "y1", "thickness"] as const satisfies readonly (keyof Rule)[];

export function packed(outcome: StorableOutcome): PackedOutcome {
  if (!outcome.ok) return outcome;
  const rules = new Float64Array(outcome.rules.length * RULE_COLUMNS.length);
  let at = 0;
  // Written out, because a property by its name is looked up slowly, and drawings have thousands of rules.
  for (const { x0, y0, x1, y1, thickness } of outcome.rules) {
    rules[at++] = x0;
    rules[at++] = y0;
    rules[at++] = x1;
    rules[at++] = y1;
    rules[at++] = thickness;
  }
  return { ...outcome, rules };
}

export function unpacked(outcome: PackedOutcome): StorableOutcome {
  if (!outcome.ok) return outcome;
  const { rules: values } = outcome;
  const rules: Rule[] = [];
  for (let at = 0; at < values.length; at += RULE_COLUMNS.length) {
    rules.push({
      x0: values[at] ?? 0,
      y0: values[at + 1] ?? 0,
      x1: values[at + 2] ?? 0,
      y1: values[at + 3] ?? 0,
      thickness: values[at + 4] ?? 0,
    });
  }
  return { ...outcome, rules };
}
