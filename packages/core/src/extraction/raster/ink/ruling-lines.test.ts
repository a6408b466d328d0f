import { describe, expect, test } from "vitest";
import { withoutRulings } from "../clean-up/erase-rulings.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { inkOf } from "../image/ink-image.ts";
import { areManyLines, type RulingLines, rulingLinesOf } from "./ruling-lines.ts";
import { grainy } from "../testing/degrade.ts";
import { Sheet } from "../testing/drawing.ts";

const LETTER = 20;
const linesIn = (image: GreyImage): RulingLines => rulingLinesOf(inkOf(image, 128), LETTER);
const erased = (image: GreyImage): GreyImage => withoutRulings(image, inkOf(image, 128), linesIn(image));
const counts = ({ horizontal, vertical }: RulingLines): readonly [number, number] => [
  horizontal.length,
  vertical.length,
];

const table = (): Sheet => {
  const sheet = new Sheet(700, 500);
  for (let row = 0; row <= 4; row++) sheet.ink({ x0: 50, y0: 50 + row * 80, x1: 653, y1: 53 + row * 80 });
  for (let column = 0; column <= 3; column++)
    sheet.ink({ x0: 50 + column * 200, y0: 50, x1: 53 + column * 200, y1: 373 });
  return sheet;
};

describe("ruling lines", () => {
  test("the lines of a table are found with position and thickness", () => {
    const { horizontal, vertical } = linesIn(table());
    expect(horizontal.map(({ y0 }) => y0)).toEqual([50, 130, 210, 290, 370]);
    expect(vertical.map(({ x0 }) => x0).toSorted((a, b) => a - b)).toEqual([50, 250, 450, 650]);
    expect(horizontal[0]).toMatchObject({ x0: 50, x1: 653, y0: 50, y1: 53 });
    expect(horizontal[0]?.thickness).toBeCloseTo(3, 5);
  });

  test.each([
    ["as long as 5 letters", { x0: 50, y0: 100, x1: 151, y1: 103 }, 1],
    ["shorter", { x0: 50, y0: 100, x1: 140, y1: 103 }, 0],
    ["as thick as a fraction of a letter", { x0: 50, y0: 100, x1: 350, y1: 108 }, 1],
    ["thicker", { x0: 50, y0: 100, x1: 350, y1: 112 }, 0],
  ])("a stroke %s counts as a line %i times", (_, stroke, lines) => {
    expect(counts(linesIn(new Sheet(400, 200).ink(stroke)))).toEqual([lines, 0]);
  });

  test("a slightly skewed line is one line", () => {
    const sheet = new Sheet(900, 200).stroke([50, 100], [850, 107], 3);
    expect(counts(linesIn(sheet))).toEqual([1, 0]);
  });

  test("rows of dots and rows of letters are not lines", () => {
    const sheet = new Sheet(900, 300).lines({ x0: 40, y0: 100, x1: 860, y1: 300 }, LETTER);
    for (let x = 40; x < 860; x += 6) sheet.ink({ x0: x, y0: 50, x1: x + 3, y1: 53 });
    expect(counts(linesIn(sheet))).toEqual([0, 0]);
  });

  test.each([
    [3, 1, false],
    [4, 0, true],
    [0, 2, true],
  ])("%i horizontal and %i vertical lines are many: %s", (horizontal, vertical, many) => {
    const sheet = new Sheet(700, 500);
    for (let row = 0; row < horizontal; row++)
      sheet.ink({ x0: 50, y0: 50 + 40 * row, x1: 600, y1: 53 + 40 * row });
    for (let column = 0; column < vertical; column++) {
      sheet.ink({ x0: 50 + 90 * column, y0: 280, x1: 53 + 90 * column, y1: 480 });
    }
    expect(areManyLines(linesIn(sheet))).toBe(many);
  });

  test("erasing removes the lines completely, including soft edges", () => {
    const soft = table();
    for (let row = 0; row <= 4; row++)
      soft.ink({ x0: 54, y0: 49 + row * 80, x1: 200, y1: 50 + row * 80 }, 170);
    expect(erased(soft).data.every((shade) => shade === 255)).toBe(true);
  });

  test("letters between lines are unchanged", () => {
    const letters = new Sheet(700, 500).lines({ x0: 70, y0: 70, x1: 240, y1: 126 }, LETTER);
    const sheet = table().lines({ x0: 70, y0: 70, x1: 240, y1: 126 }, LETTER);
    expect(erased(sheet).data).toEqual(letters.data);
  });

  test("a stroke that crosses a line stays connected; a stroke that ends at the line is cut there", () => {
    const crossing = { x0: 100, y0: 120, x1: 104, y1: 145 };
    const ending = { x0: 150, y0: 115, x1: 154, y1: 131 };
    const image = erased(table().ink(crossing).ink(ending));
    const columnOf = (x: number): number[] =>
      Array.from({ length: 500 }, (_, y) => image.data[y * 700 + x] ?? 0);
    const inked = (x: number): number[] => columnOf(x).flatMap((shade, y) => (shade === 0 ? [y] : []));
    expect(inked(101)).toEqual(Array.from({ length: 25 }, (_, i) => 120 + i));
    expect(inked(151).at(-1)).toBeLessThan(131);
    expect(inked(151)[0]).toBe(115);
  });

  test("grain does not hide lines", () => {
    expect(counts(linesIn(grainy(table(), 30, 1)))).toEqual([5, 4]);
  });
});
