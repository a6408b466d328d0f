import { expect, test } from "vitest";
import { selectionSchema, selectNumbers } from "./page-selection.ts";

test.each([
  ["", [1, 2, 3, 4, 5]],
  [" ", [1, 2, 3, 4, 5]],
  ["1-3", [1, 2, 3]],
  ["2,2", [2]],
  ["4,1", [1, 4]],
  ["3-4,2-3", [2, 3, 4]],
  ["1-3,5,9-", [1, 2, 3, 5]],
  ["4-", [4, 5]],
  ["9-", []],
  ["0", []],
  ["1-999999999999", [1, 2, 3, 4, 5]],
  [" 1 - 2 , 4", [1, 2, 4]],
])("of a five-page document, %j selects %j", (selection, pages) => {
  expect(selectNumbers(selection, 1, 5)).toEqual(pages);
});

test.each(["a", "1,", ",1", "1--2", "-3", "3-1", "1.5", "1;2", "1-2-3", "1,".repeat(10_000)])(
  "%.20j is refused with the valid form",
  (selection) => {
    const parsed = selectionSchema.safeParse(selection);
    expect(parsed.success).toBe(false);
  },
);

test("thousands of open ranges cost no more than the pages they name", () => {
  const selection = Array.from({ length: 3000 }, () => "1-").join(",");
  expect(selectNumbers(selection, 1, 5000)).toHaveLength(5000);
});

test.each([
  ["blanks without end", `1${" ".repeat(1_000_000)}x`],
  ["blanks around a range", `1${" ".repeat(500_000)}-${" ".repeat(500_000)}x`],
  ["commas without end", ",".repeat(1_000_000)],
])("%s are refused before they are read", (_, selection) => {
  const { error } = selectionSchema.safeParse(selection);
  expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
});
