import { expect, test } from "vitest";
import type { RecognisedWord } from "../../../engines/ocr/recognised-word.ts";
import type { InkImage } from "../../../raster/image/ink-image.ts";
import { withDecimalPoints } from "./decimal-points.ts";

const [WIDTH, HEIGHT] = [400, 400];

/** Height of digits, and distance of lines, in pixels. */
const TALL = 20;
const PITCH = 40;

/** Right edge of the amounts. */
const EDGE = 300;

/** What is drawn for a sign, and how wide it is with the gap behind it. */
const SIGNS: Readonly<
  Record<string, { readonly ink: number; readonly top: number; readonly advance: number }>
> = {
  digit: { ink: 12, top: 0, advance: 14 },
  ".": { ink: 4, top: 16, advance: 6 },
  " ": { ink: 0, top: TALL, advance: 10 },
};

/** A receipt whose lines end at the same edge: what is printed (a blank is a point that did not print), and what was read. */
function receipt(...lines: readonly (readonly [print: string, read: string])[]): {
  readonly words: readonly RecognisedWord[];
  readonly ink: InkImage;
} {
  const ink = new Uint8Array(WIDTH * HEIGHT);
  const words = lines.flatMap(([print, read], line) => {
    const y0 = PITCH * (1 + line);
    let x = EDGE;
    for (const sign of Array.from(print).toReversed()) {
      const { ink: width = 0, top = 0, advance = 0 } = SIGNS[/\d/.test(sign) ? "digit" : sign] ?? {};
      for (let y = y0 + top; y < y0 + TALL; y++) ink.fill(1, y * WIDTH + x - width, y * WIDTH + x);
      x -= advance;
    }
    const parts = read.split(" ");
    const cut = EDGE - 26;
    return parts.map((text, index): RecognisedWord => {
      const x0 = index === 0 ? x + 2 : cut;
      const x1 = index < parts.length - 1 ? cut - 10 : EDGE;
      const box = { x0, y0, x1, y1: y0 + TALL };
      return { text, confidence: 0.9, line, box, baseline: { ...box, y0: y0 + TALL } };
    });
  });
  return { words, ink: { width: WIDTH, height: HEIGHT, ink } };
}

function textOf({ words, ink }: ReturnType<typeof receipt>): readonly string[] {
  return withDecimalPoints(words, ink).map(({ text }) => text);
}

const AMOUNTS = [
  ["12.50", "12.50"],
  ["3.75", "3.75"],
] as const;

test("a point that the print has and the recogniser lost is inserted", () => {
  expect(textOf(receipt(["4.20", "420"]))).toEqual(["4.20"]);
  expect(textOf(receipt(["116.05", "11605"], ["0.99", "099"]))).toEqual(["116.05", "0.99"]);
});

test("in a column of amounts, a gap before the last two digits is a point that did not print", () => {
  expect(textOf(receipt(...AMOUNTS, ["80 91", "8091"]))).toEqual(["12.50", "3.75", "80.91"]);
  expect(textOf(receipt(...AMOUNTS, ["20 00", "20 00"]))).toEqual(["12.50", "3.75", "20.00"]);
});

test("an amount whose point did not print is less certain than one whose point was seen", () => {
  const { words, ink } = receipt(...AMOUNTS, ["4.20", "420"], ["80 91", "8091"], ["20 00", "20 00"]);
  const certain = withDecimalPoints(words, ink).map(({ confidence }) => confidence);
  expect(certain).toEqual([0.9, 0.9, 0.9, 0.7, 0.7]);
});

test("the other amounts tell the separator", () => {
  const lines = [
    ["12.50", "12,50"],
    ["3.75", "3,75"],
    ["80 91", "8091"],
  ] as const;
  expect(textOf(receipt(...lines))).toEqual(["12,50", "3,75", "80,91"]);
});

test.each([
  ["without amounts in its column", [["80 91", "8091"]], ["8091"]],
  ["without a gap", [...AMOUNTS, ["8091", "8091"]], ["12.50", "3.75", "8091"]],
  ["with its gap elsewhere", [...AMOUNTS, ["8 091", "8091"]], ["12.50", "3.75", "8091"]],
  ["with a point elsewhere", [...AMOUNTS, ["8.091", "8091"]], ["12.50", "3.75", "8091"]],
  ["with letters", [...AMOUNTS, ["80 91", "BO91"]], ["12.50", "3.75", "BO91"]],
  ["too long for an amount", [...AMOUNTS, ["551234 91", "55123491"]], ["12.50", "3.75", "55123491"]],
] as const)("a number %s is kept", (_, lines, texts) => {
  expect(textOf(receipt(...lines))).toEqual(texts);
});
