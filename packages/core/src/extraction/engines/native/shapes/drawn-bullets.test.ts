import { expect, test } from "vitest";
import { readPageWith, textOf } from "../../testing/read-glyphs.ts";
import { onePagePdf } from "../../testing/tiny-pdf.ts";
import { nativeEngine } from "../native-engine.ts";

const read = (...content: readonly string[]) => readPageWith(nativeEngine, onePagePdf(content.join(" ")));
const word = (text: string, x: number, y: number) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`;
const square = (x: number, y: number, side = 4) => `${x} ${y} ${side} ${side} re f`;

const disc = (x: number, y: number) =>
  `${x} ${y + 2} m ${x} ${y + 3.1} ${x + 0.9} ${y + 4} ${x + 2} ${y + 4} c ${x + 3.1} ${y + 4} ${x + 4} ${y + 3.1} ${x + 4} ${y + 2} c ` +
  `${x + 4} ${y + 0.9} ${x + 3.1} ${y} ${x + 2} ${y} c ${x + 0.9} ${y} ${x} ${y + 0.9} ${x} ${y + 2} c h`;

test.each([
  ["discs", `${disc(10, 81)} f`, `${disc(10, 61)} f`],
  ["rings", `${disc(10, 81)} S`, `${disc(10, 61)} S`],
  ["squares", square(10, 81), square(10, 61)],
])("%s before the lines of a list are bullets", async (_, first, second) => {
  const page = await read(first, word("one", 20, 80), second, word("two", 20, 60));
  expect(textOf(page)).toBe("onetwo••");
  expect([...page.glyphs.x.subarray(6)]).toEqual([10, 10]);
  expect([...page.glyphs.y.subarray(6)]).toEqual([page.glyphs.y[0], page.glyphs.y[3]]);
  expect(page.outlines).toEqual([]);
});

test("a list of one line has a bullet, too", async () => {
  expect(textOf(await read(`${disc(10, 81)} f`, word("one", 20, 80)))).toBe("one•");
});

test.each([
  ["a point of a plot", [`${disc(10, 81)} f`, `${disc(40, 51)} f`, `${disc(60, 31)} f`]],
  ["a row of dots", [`${disc(2, 81)} f`, `${disc(10, 81)} f`]],
  ["a shape far from the text", [square(10, 30)]],
  ["a speck", [square(10, 82, 1)]],
  ["a square as high as the text", [square(10, 80, 8)]],
  ["a shape after text", [word("so", 2, 80), square(14, 81)]],
  ["the disc of a radio button", ["6 77 12 12 re S", `${disc(10, 81)} f`]],
])("%s is no bullet", async (_, shapes) => {
  expect(textOf(await read(...shapes, word("one", 20, 80)))).not.toContain("•");
});
