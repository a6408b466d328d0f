import { expect, test } from "vitest";
import { z } from "zod";
import { plainWording } from "./plain-wording.ts";

const schema = z.strictObject({
  name: z.string().min(1).max(3).default("a"),
  code: z.string().min(2).default("ab"),
  mode: z.enum(["form", "table"]).default("form"),
  pages: z.int().min(1).max(9).default(1),
  ratio: z.number().gt(0).lt(2).default(1),
  kept: z.boolean().default(true),
  tags: z
    .array(z.enum(["a", "b"]))
    .max(2)
    .default([]),
  more: z.record(z.string(), z.string()).default({}),
  place: z.union([z.string(), z.number()]).default(""),
  url: z.url().default("https://a.example"),
  digits: z.string().regex(/^\d*$/, "expected digits").default(""),
  format: z.string().regex(/^\d*$/).default(""),
});

test.each<[unknown, string]>([
  [{ name: "" }, "name: must not be blank"],
  [{ name: "abcd" }, "name: expected at most 3 characters"],
  [{ name: 7 }, "name: expected text"],
  [{ code: "a" }, "code: expected at least 2 characters"],
  [{ mode: "nope" }, "mode: expected one of form, table"],
  [{ pages: 0 }, "pages: expected at least 1"],
  [{ pages: 10 }, "pages: expected at most 9"],
  [{ pages: 1.5 }, "pages: expected a whole number"],
  [{ ratio: "1" }, "ratio: expected a number"],
  [{ ratio: 0 }, "ratio: expected more than 0"],
  [{ ratio: 2 }, "ratio: expected less than 2"],
  [{ kept: "yes" }, "kept: expected true or false"],
  [{ tags: "a" }, "tags: expected a list"],
  [{ tags: ["a", "b", "a"] }, "tags: expected at most 2 values"],
  [{ tags: ["c"] }, "tags.0: expected one of a, b"],
  [{ more: [] }, "more: expected an object"],
  [{ place: {} }, "place: not valid"],
  [{ url: "nowhere" }, "url: expected a URL"],
  [{ digits: "x" }, "digits: expected digits"],
  [{ format: "x" }, "format: not valid"],
  [{ typo: 1 }, ": unknown fields: typo"],
  [7, ": expected an object"],
  [undefined, ": required"],
])("%j is refused with %s", (given, message) => {
  const { error } = schema.safeParse(given, { error: plainWording });
  const [issue] = error?.issues ?? [];
  expect(`${issue?.path.join(".")}: ${issue?.message}`).toBe(message);
});

test("a keyword that is missing is refused with the valid ones", () => {
  const { error } = z.object({ mode: z.enum(["form", "table"]) }).safeParse({}, { error: plainWording });
  expect(error?.issues.map(({ message }) => message)).toEqual(["expected one of form, table"]);
});
