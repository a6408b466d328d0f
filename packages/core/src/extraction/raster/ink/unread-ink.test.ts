import { describe, expect, test } from "vitest";
import type { Rect } from "../../geometry/rect.ts";
import { AnalysedImage } from "./analysed-image.ts";
import { Sheet } from "../testing/drawing.ts";
import { type UnreadInk, unreadInk } from "./unread-ink.ts";

const LETTER = 20;
const first: Rect = { x0: 40, y0: 20, x1: 500, y1: 64 };
const second: Rect = { x0: 40, y0: 120, x1: 500, y1: 164 };
const sheet = (): Sheet => new Sheet(600, 400).lines(first, LETTER).lines(second, LETTER);
const unread = (page: Sheet, words: readonly Rect[]): UnreadInk =>
  unreadInk(new AnalysedImage(page).components, words, LETTER);

describe("ink not covered by words", () => {
  test("contains an unread line as one line, and no line that was read", () => {
    const { lines, read } = unread(sheet(), [first]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ x0: 40, y1: 160 });
    expect(read).toBeCloseTo(0.5, 1);
  });

  test.each([
    ["all", [first, second], 1],
    ["none", [], 0],
  ])("share of letters read on a page with lines read: %s", (_, words, read) => {
    expect(unread(sheet(), words).read).toBe(read);
  });

  test("letters far apart belong to different lines", () => {
    const letters = new Sheet(600, 100).lines({ x0: 20, y0: 10, x1: 120, y1: 54 }, LETTER);
    letters.lines({ x0: 300, y0: 10, x1: 420, y1: 54 }, LETTER);
    expect(unread(letters, []).lines).toHaveLength(2);
  });

  test("dots, ruling lines and pictures are not letters", () => {
    const drawn = new Sheet(600, 400)
      .ink({ x0: 20, y0: 20, x1: 25, y1: 25 })
      .ink({ x0: 20, y0: 60, x1: 500, y1: 63 })
      .ink({ x0: 100, y0: 100, x1: 300, y1: 300 });
    expect(unread(drawn, [])).toEqual({ lines: [], letters: 0, read: 1 });
  });

  test("too many components are the pattern of a picture, not lines", () => {
    const dots = new Sheet(3400, 3400);
    for (let y = 0; y < 3390; y += 20) {
      for (let x = 0; x < 3390; x += 20) dots.ink({ x0: x, y0: y, x1: x + 11, y1: y + 11 });
    }
    expect(unread(dots, []).lines).toEqual([]);
  });
});
