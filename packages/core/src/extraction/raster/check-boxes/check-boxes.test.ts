import { describe, expect, test } from "vitest";
import type { Rect } from "../../geometry/rect.ts";
import { AnalysedImage } from "../ink/analysed-image.ts";
import { withoutMisreadBoxes } from "./check-box-words.ts";
import { type CheckBox, checkBoxesOf } from "./check-boxes.ts";
import { blurred } from "../clean-up/gaussian-blur.ts";
import { histogramOf } from "../image/histogram.ts";
import { inkLevelOf } from "../image/ink-image.ts";
import { straightened } from "../geometry/straighten.ts";
import { grainy } from "../testing/degrade.ts";
import { Sheet } from "../testing/drawing.ts";

const found = (sheet: Sheet): readonly CheckBox[] => checkBoxesOf(new AnalysedImage(sheet));
const box = (x: number, y: number, side = 30): Rect => ({ x0: x, y0: y, x1: x + side, y1: y + side });
const sheet = (): Sheet => new Sheet(600, 400);
/** The default threshold of an extraction. */
const USUAL = 0.3;
const marks = (boxes: readonly CheckBox[]): readonly boolean[] => boxes.map(({ marked }) => marked >= USUAL);

describe("check boxes in an image", () => {
  test("an empty box is found at its position and is not marked", () => {
    const [only, ...others] = found(sheet().frame(box(100, 100), 2));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ kind: "box", box: box(100, 100), marked: 0 });
    expect(only?.confidence).toBeGreaterThan(0.9);
  });

  test.each([
    ["a cross", (drawn: Sheet) => drawn.stroke([104, 104], [126, 126], 3).stroke([126, 104], [104, 126], 3)],
    [
      "a cross beyond the edges",
      (drawn: Sheet) => drawn.stroke([94, 94], [136, 136], 3).stroke([136, 94], [94, 136], 3),
    ],
    ["a tick", (drawn: Sheet) => drawn.stroke([106, 114], [113, 124], 3).stroke([113, 124], [125, 106], 3)],
    ["a filled square", (drawn: Sheet) => drawn.ink(box(105, 105, 20))],
  ])("%s marks it", (_, mark) => {
    expect(marks(found(mark(sheet().frame(box(100, 100), 2))))).toEqual([true]);
  });

  test("the share of ink inside determines the confidence of the mark", () => {
    const dot = (side: number): number =>
      found(
        sheet()
          .frame(box(100, 100, 40), 2)
          .ink(box(118, 118, side)),
      )[0]?.marked ?? -1;
    expect(dot(3)).toBeLessThan(USUAL);
    expect(dot(3)).toBeGreaterThan(0);
    expect(dot(8)).toBeGreaterThan(USUAL);
    expect(dot(8)).toBeLessThan(1);
    expect(dot(20)).toBe(1);
  });

  test("a box stands apart if it is larger than the text and not a letter of a heading", () => {
    const form = (): Sheet => sheet().lines({ x0: 100, y0: 20, x1: 500, y1: 160 }, 20);
    expect(found(form().frame(box(100, 250, 40), 3))).toMatchObject([{ standsApart: true }]);
    const heading = form()
      .frame(box(100, 250, 40), 3)
      .ink({ x0: 148, y0: 252, x1: 170, y1: 290 });
    expect(found(heading)).toMatchObject([{ standsApart: false }]);
  });

  test.each([
    [12, 0],
    [14, 1],
    [80, 1],
    [92, 0],
  ])("at 200 dpi, a square of %i pixels gives %i check boxes", (side, count) => {
    expect(found(sheet().frame(box(100, 100, side), 2))).toHaveLength(count);
  });

  test("rectangles, ruling lines and words are not check boxes", () => {
    const drawn = sheet()
      .frame({ x0: 50, y0: 50, x1: 130, y1: 80 }, 2)
      .ink({ x0: 50, y0: 120, x1: 500, y1: 122 })
      .lines({ x0: 50, y0: 150, x1: 550, y1: 380 }, 24);
    expect(found(drawn)).toEqual([]);
  });

  test("a square without corners or without a side is not a check box", () => {
    const open = sheet().frame(box(100, 100), 2).ink({ x0: 128, y0: 104, x1: 130, y1: 126 }, 255);
    const round = sheet().frame(box(300, 100), 2);
    for (const [x, y] of [
      [300, 100],
      [325, 100],
      [300, 125],
      [325, 125],
    ] as const)
      round.ink(box(x, y, 5), 255);
    expect(found(open)).toEqual([]);
    expect(found(round)).toEqual([]);
  });

  test("a box may be up to about 1.5 times as high as wide", () => {
    const tall = (height: number): Sheet => sheet().frame({ x0: 100, y0: 100, x1: 130, y1: 100 + height }, 2);
    expect(found(tall(44))).toHaveLength(1);
    expect(found(tall(50))).toEqual([]);
  });

  test.each([
    ["b", { x0: 100, y0: 82, x1: 105, y1: 130 }],
    ["d", { x0: 125, y0: 82, x1: 130, y1: 130 }],
    ["p", { x0: 100, y0: 100, x1: 105, y1: 148 }],
    ["q", { x0: 125, y0: 100, x1: 130, y1: 148 }],
  ])("the bowl of an angular %s is not a check box, because its stem continues", (_, stem) => {
    expect(found(sheet().frame(box(100, 100), 5).ink(stem))).toEqual([]);
  });

  test("a drop-down button is not a check box; a mark of another shape is", () => {
    const button = (): Sheet =>
      sheet()
        .frame(box(100, 100, 40), 3)
        .ink(box(103, 103, 34), 190);
    const arrow = button();
    for (let row = 0; row < 7; row++)
      arrow.ink({ x0: 113 + row, y0: 117 + row, x1: 127 - row, y1: 118 + row });
    const square = button().ink({ x0: 113, y0: 115, x1: 127, y1: 125 });
    expect(found(arrow)).toEqual([]);
    expect(found(square)).toHaveLength(1);
  });

  test("cells of a comb field are not check boxes; two stacked boxes are", () => {
    const comb = sheet();
    for (let cell = 0; cell < 6; cell++) comb.frame(box(100 + 31 * cell, 100), 2);
    const pair = sheet().frame(box(100, 100), 2).frame(box(100, 150), 2);
    expect(found(comb).length).toBeLessThanOrEqual(2);
    expect(found(pair)).toHaveLength(2);
  });

  test("a blurred and grainy box with a skew of half a degree is found", () => {
    const drawn = sheet()
      .frame(box(100, 100), 3)
      .frame(box(300, 100), 3)
      .ink(box(306, 106, 18));
    const slanted = straightened(drawn, { skew: -0.5, scale: 1 }).image;
    const scanned = new AnalysedImage(grainy(blurred(slanted, 0.6), 12, 1));
    const boxes = checkBoxesOf(scanned).toSorted((one, other) => one.box.x0 - other.box.x0);
    expect(marks(boxes)).toEqual([false, true]);
    expect(inkLevelOf(histogramOf(scanned.image.data))).toBeLessThan(210);
  });
});

describe("radio buttons in an image", () => {
  test("a ring is a radio button, and a disc in it marks it", () => {
    const boxes = found(sheet().ring([115, 115], 13, 15).ring([215, 115], 13, 15).ring([215, 115], 0, 7));
    expect(boxes.map(({ kind }) => kind)).toEqual(["circle", "circle"]);
    expect(marks(boxes)).toEqual([false, true]);
    expect(boxes[0]?.box).toEqual(box(100, 100));
  });

  test("discs near rings of the same size are marked buttons; other discs are bullets", () => {
    const discs = (): Sheet => sheet().ring([115, 115], 0, 15).ring([115, 215], 0, 15);
    expect(found(discs())).toEqual([]);
    expect(marks(found(discs().ring([115, 165], 13, 15)))).toEqual([true, false, true]);
  });

  test("a ring among letters is a letter", () => {
    const word = sheet().ring([115, 115], 13, 15).ink({ x0: 134, y0: 100, x1: 140, y1: 130 });
    expect(found(word)).toEqual([]);
  });

  test("a letter C in a ring is a copyright sign; a second ring or a disc belongs to the button", () => {
    const ring = (): Sheet => sheet().ring([115, 115], 19, 21);
    const sign = ring().ring([115, 115], 8, 11).ink({ x0: 120, y0: 110, x1: 130, y1: 120 }, 255);
    expect(found(sign)).toEqual([]);
    expect(found(ring().ring([115, 115], 14, 16))).toHaveLength(1);
    expect(marks(found(ring().ring([115, 115], 0, 9)))).toEqual([true]);
  });

  test("a grey face does not mark a button; a disc on it does", () => {
    const button = (drawn: Sheet, x: number): Sheet => drawn.ring([x, 115], 18, 20).ring([x, 115], 0, 17, 90);
    const drawn = button(button(sheet(), 115), 215).ring([215, 115], 0, 7);
    const boxes = found(drawn).toSorted((one, other) => one.box.x0 - other.box.x0);
    expect(marks(boxes)).toEqual([false, true]);
  });

  test("a thin ring stands apart only if no letters are near", () => {
    const ring = (gap: number): Sheet =>
      sheet()
        .ring([120, 120], 18, 20)
        .ink({ x0: 140 + gap, y0: 100, x1: 146 + gap, y1: 140 });
    expect(found(ring(10)).map(({ standsApart }) => standsApart)).toEqual([true]);
    expect(found(ring(5)).map(({ standsApart }) => standsApart)).toEqual([false]);
  });

  test("an oval is not a radio button", () => {
    const oval = sheet();
    for (let x = -20; x <= 20; x += 10) oval.ring([115 + x, 115], 13, 15);
    expect(found(oval.ink({ x0: 85, y0: 104, x1: 145, y1: 127 }, 255))).toEqual([]);
  });
});

describe("boxes and recognised words", () => {
  const candidate: CheckBox = {
    kind: "box",
    box: box(100, 100),
    marked: 0,
    confidence: 1,
    standsApart: false,
  };
  const word = (text: string, x0: number, x1: number): { text: string; box: Rect } => ({
    text,
    box: { x0, y0: 98, x1, y1: 132 },
  });

  test("a box within a word is a letter", () => {
    expect(withoutMisreadBoxes([candidate], [word("BOOK", 60, 180)])).toEqual({
      boxes: [],
      words: [word("BOOK", 60, 180)],
    });
  });

  test.each(["O", "[]", "[0", "J", "☐"])("%s misread from a box is not a word", (text) => {
    expect(withoutMisreadBoxes([candidate], [word(text, 99, 131), word("Married", 140, 240)])).toEqual({
      boxes: [candidate],
      words: [word("Married", 140, 240)],
    });
  });

  test("a box misread as the start of a word is removed from it", () => {
    const { boxes, words } = withoutMisreadBoxes([candidate], [word("[]Married", 99, 240)]);
    expect(boxes).toEqual([candidate]);
    expect(words).toEqual([word("Married", 130, 240)]);
  });

  const circle: CheckBox = { ...candidate, kind: "circle", standsApart: true };

  test("a circle that stands apart is not a letter of the word that follows", () => {
    const { boxes, words } = withoutMisreadBoxes([circle], [word("Oyes", 99, 180)]);
    expect(boxes).toEqual([circle]);
    expect(words).toEqual([word("yes", 130, 180)]);
    expect(withoutMisreadBoxes([{ ...circle, standsApart: false }], [word("Oslo", 99, 180)]).boxes).toEqual(
      [],
    );
  });

  test("two circles misread as one word are not a word", () => {
    const other = { ...circle, box: box(145, 100) };
    expect(withoutMisreadBoxes([circle, other], [word("OO", 99, 176)])).toEqual({
      boxes: [circle, other],
      words: [],
    });
  });

  test("boxes misread as a word of one round letter each are not a word", () => {
    const other = { ...candidate, box: box(145, 100) };
    expect(withoutMisreadBoxes([candidate, other], [word("00", 99, 176)])).toEqual({
      boxes: [candidate, other],
      words: [],
    });
    expect(withoutMisreadBoxes([candidate], [word("00", 99, 176)]).words).toEqual([word("00", 99, 176)]);
    const unclear = { ...candidate, confidence: 0.9 };
    expect(withoutMisreadBoxes([unclear, { ...other, confidence: 0.9 }], [word("00", 99, 176)])).toEqual({
      boxes: [],
      words: [word("00", 99, 176)],
    });
  });

  test("words elsewhere are unchanged, including brackets", () => {
    const words = [word("[1]", 300, 340), word("O", 400, 420)];
    expect(withoutMisreadBoxes([candidate], words).words).toEqual(words);
  });
});
