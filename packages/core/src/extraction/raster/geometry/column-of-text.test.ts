import { expect, test } from "vitest";
import { AnalysedImage } from "../ink/analysed-image.ts";
import { Sheet } from "../testing/drawing.ts";
import { isColumnOfText } from "./column-of-text.ts";

const isColumn = (sheet: Sheet): boolean => isColumnOfText(new AnalysedImage(sheet));

test("a receipt is one narrow column, whatever paper is around it", () => {
  const area = { x0: 300, y0: 100, x1: 800, y1: 1100 };
  expect(isColumn(new Sheet(1200, 1200).lines(area, 20))).toBe(true);
});

test.each([
  ["a page of print", new Sheet(1700, 2200).lines({ x0: 150, y0: 150, x1: 1550, y1: 2050 }, 18)],
  ["a label wider than high", new Sheet(900, 400).lines({ x0: 50, y0: 50, x1: 850, y1: 350 }, 20)],
  ["a few words", new Sheet(400, 900).lines({ x0: 50, y0: 50, x1: 120, y1: 400 }, 20)],
  ["a blank sheet", new Sheet(400, 900)],
])("%s is not", (_, sheet) => {
  expect(isColumn(sheet)).toBe(false);
});
