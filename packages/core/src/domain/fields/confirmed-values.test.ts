import { expect, test } from "vitest";
import { withConfirmed } from "./confirmed-values.ts";
import { valueAt, withValue } from "./field-paths.ts";
import type { FieldRecord, FieldsResult, FieldValue } from "./fields-result.ts";

const LINES = {
  number: "A-1",
  lines: [
    { item: "rope", amount: 5 },
    { item: "hook", amount: 7 },
  ],
};

test.each<readonly [string, FieldValue, string, FieldValue | undefined]>([
  ["number", "B-2", "number", "B-2"],
  ["lines[1].amount", 8, "lines[1]", { item: "hook", amount: 8 }],
  ["lines[2].item", "net", "lines[2]", { item: "net" }],
  ["lines[0]", null, "lines", [{ item: "hook", amount: 7 }]],
  ["seller.name", "Ada", "seller", { name: "Ada" }],
])("with another value at %s", (path, value, read, expected) => {
  expect(valueAt(withValue(LINES, path, value), read)).toEqual(expected);
});

test.each(["missing", "lines[9].item", "number.part", "lines.item", "constructor"])(
  "there is no value at %s",
  (path) => expect(valueAt(LINES, path)).toBeUndefined(),
);

function record(facts: Partial<FieldRecord> = {}): FieldRecord {
  return { citations: [], confidence: 0.5, checks: [], ...facts };
}

const EARLIER: FieldsResult = {
  data: { number: "A-1", total: 5, lines: [{ item: "rope" }] },
  fields: {
    number: record({ confirmed: true }),
    total: record(),
    "lines[0].item": record({ confirmed: true }),
  },
  review: ["total"],
  notes: [],
};

test("what a person has confirmed stays when fields are read again, arrays with all their rows", () => {
  const again: FieldsResult = {
    data: { number: "A-7", total: 6, lines: [{ item: "rape" }, { item: "hook" }] },
    fields: { number: record(), total: record(), "lines[0].item": record(), "lines[1].item": record() },
    review: ["number", "total", "lines[1].item"],
    notes: ["two invoices"],
  };
  expect(withConfirmed(again, EARLIER)).toEqual({
    data: { number: "A-1", total: 6, lines: [{ item: "rope" }] },
    fields: {
      total: record(),
      number: record({ confirmed: true }),
      "lines[0].item": record({ confirmed: true }),
    },
    review: ["total"],
    notes: ["two invoices"],
  });
  expect(withConfirmed(again, null)).toBe(again);
});
