import { expect, test } from "vitest";
import { readPageWith, textOf } from "../../testing/read-glyphs.ts";
import { onePagePdf } from "../../testing/tiny-pdf.ts";
import { nativeEngine } from "../native-engine.ts";

/** "ab", a path right behind it, "cd"; the letters are 5.56 wide, the baseline at 50. */
const textWith = async (path: string): Promise<string> =>
  textOf(
    await readPageWith(
      nativeEngine,
      onePagePdf(`BT /F1 10 Tf 20 50 Td (ab) Tj ET ${path} BT /F1 10 Tf 35 50 Td (cd) Tj ET`),
    ),
  );

test.each([
  ["a stroked line", "0.4 w 31.5 50.2 m 34.5 50.2 l S"],
  ["a filled box", "31.5 49.4 3 0.4 re f"],
])("an underscore that is drawn as %s is one", async (_, path) => {
  expect(await textWith(path)).toBe("ab_cd");
});

test.each([
  ["a blank to be filled in", "0.4 w 31.5 50 m 90 50 l S"],
  ["an underline", "0.4 w 20 49 m 31 49 l S"],
  ["a bar of a fraction", "0.4 w 31.5 52.5 m 34.5 52.5 l S"],
  ["a box", "31.5 50 3 3 re f"],
  ["a clipping path", "31.5 50 3 0.4 re W n"],
])("%s is no underscore", async (_, path) => {
  expect(await textWith(path)).toBe("abcd");
});
