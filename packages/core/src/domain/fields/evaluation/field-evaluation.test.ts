import { expect, test } from "vitest";
import type { FieldRecord, FieldsResult, FieldValue } from "../fields-result.ts";
import { evaluateFields } from "./field-evaluation.ts";
import { confirmedData } from "./score-fields.ts";

interface Facts {
  readonly review?: readonly string[];
  readonly fields?: Readonly<Record<string, Partial<FieldRecord>>>;
}

function resultOf(data: FieldsResult["data"], { review = [], fields = {} }: Facts = {}): FieldsResult {
  const records = Object.entries(fields).map(([path, facts]) => [
    path,
    { citations: [], confidence: 1, checks: [], ...facts },
  ]);
  return { data, fields: Object.fromEntries(records), review, notes: [] };
}

test("each outcome is counted by property and reader; what nobody would have looked at apart", () => {
  const truth = { number: "A-1", date: "2026-01-02", seller: null, total: 5, buyer: null, note: "x" };
  const result = resultOf(
    { number: "a-1", date: "2026-02-01", seller: "Ada", total: null, buyer: null },
    {
      review: ["date", "total"],
      fields: { number: { reader: "label" }, date: { reader: "kind" }, seller: { reader: "kind" } },
    },
  );
  const fields = evaluateFields([{ document: "one", truth, result }]);
  expect(fields.map(({ path, counts }) => [path, counts])).toMatchObject([
    ["number", { right: 1, neededReview: 0 }],
    ["date", { wrong: 1, neededReview: 1, unnoticed: 0 }],
    ["seller", { invented: 1, unnoticed: 1 }],
    ["total", { missed: 1, neededReview: 1, unnoticed: 0 }],
    ["buyer", { absent: 1, right: 0, neededReview: 0 }],
  ]);
  expect(fields[1]?.readers).toMatchObject([{ reader: "kind", counts: { wrong: 1 } }]);
  expect(fields[1]?.values).toMatchObject([
    { document: "one", expected: "2026-01-02", found: "2026-02-01", needsReview: true, before: null },
  ]);
});

const ROPE = { item: "rope", amount: 5 };
const HOOK = { item: "hook", amount: 7 };
const SAIL = { item: "sail", amount: 9 };

test.each<readonly [string, readonly FieldValue[], object]>([
  ["a row that was not read makes no other wrong", [HOOK, SAIL], { right: 2, missed: 1, wrong: 0 }],
  ["a row too many is invented", [ROPE, { item: "net", amount: 21 }, HOOK, SAIL], { right: 3, invented: 1 }],
  ["a wrong cell is wrong", [ROPE, { item: "hook", amount: 8 }, SAIL], { right: 2, wrong: 1 }],
  ["no rows are missed", [], { missed: 3 }],
])("%s", (_, lines, counts) => {
  const truth = { lines: [ROPE, HOOK, SAIL] };
  const fields = evaluateFields([{ document: "one", truth, result: resultOf({ lines }) }]);
  expect(fields.find(({ path }) => path === "lines[].amount")?.counts).toMatchObject(counts);
});

test("a comparison says which values got better and worse", () => {
  const truth = { number: "A-1", total: 5, lines: [ROPE, HOOK] };
  const before = resultOf({ number: "A-1", total: 6, lines: [ROPE] });
  const result = resultOf({ number: "A-2", total: 5, lines: [ROPE, HOOK, SAIL] });
  const fields = evaluateFields([{ document: "one", truth, result, before }]);
  const of = (path: string): unknown => fields.find((one) => one.path === path);
  expect(of("number")).toMatchObject({
    better: 0,
    worse: 1,
    before: { right: 1 },
    values: [{ before: "right" }],
  });
  expect(of("total")).toMatchObject({ better: 1, worse: 0, values: [{ outcome: "right", before: "wrong" }] });
  expect(of("lines[].amount")).toMatchObject({ better: 1, worse: 1, before: { right: 1, missed: 1 } });
});

test("only confirmed values are true, of a list all rows, of an object its own", () => {
  const result = resultOf(
    { number: "A-1", total: 5, seller: { name: "Ada", city: "Ulm" }, lines: [ROPE, HOOK], notes: [] },
    {
      fields: {
        number: { confirmed: true },
        total: {},
        "seller.name": { confirmed: true },
        "seller.city": {},
        "lines[0].item": { confirmed: true },
        "lines[1].item": {},
        notes: {},
      },
    },
  );
  expect(confirmedData(result)).toEqual({ number: "A-1", seller: { name: "Ada" }, lines: [ROPE, HOOK] });
});
