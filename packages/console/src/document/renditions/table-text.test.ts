import { expect, test } from "vitest";
import { tabSeparated } from "./table-text.ts";

test("CSV is copied for a spreadsheet with its quotes removed and its apostrophes kept", () => {
  const csv = 'Name,"a ""b"", c",\n\'=1+1,"two\nlines",-5.00\n';
  expect(tabSeparated(csv)).toBe('Name\ta "b", c\t\n\'=1+1\ttwo lines\t-5.00');
});
