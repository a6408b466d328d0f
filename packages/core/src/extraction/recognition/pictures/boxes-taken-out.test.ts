import { expect, test } from "vitest";
import { NOTHING_READ } from "../../raster/geometry/orientation.ts";
import { preparePage } from "../../raster/prepare-page.ts";
import { Sheet } from "../../raster/testing/drawing.ts";
import { withBoxesTakenOut } from "./boxes-taken-out.ts";

const PLAN = {
  medianFilterSize: 0,
  gaussianBlurRadius: 0,
  isCalmed: false,
  upsideDown: "in-doubt",
  columns: "as-pages",
  readLine: () => NOTHING_READ,
} as const;
const BOX = { x0: 100, y0: 300, x1: 140, y1: 340 };

/** Lines of letters, 20 pixels high, with a check box below. */
function form(): Sheet {
  return new Sheet(800, 600).lines({ x0: 100, y0: 40, x1: 700, y1: 240 }, 20).frame(BOX, 3);
}

function inkIn(page: { readonly width: number; readonly data: Uint8Array }): boolean {
  for (let y = BOX.y0; y < BOX.y1; y++) {
    for (let x = BOX.x0; x < BOX.x1; x++) if ((page.data[y * page.width + x] ?? 0) < 128) return true;
  }
  return false;
}

test("a check box larger than the letters is found and removed from the image to recognise", async () => {
  const { page, boxes } = withBoxesTakenOut(await preparePage(form(), PLAN));
  expect(boxes).toMatchObject([{ kind: "box", standsApart: true }]);
  expect(inkIn(page.image)).toBe(false);
  expect(inkIn(page.drawn.image)).toBe(true);
});

test("a square letter of a heading is not removed", async () => {
  const heading = form().frame({ x0: 150, y0: 300, x1: 172, y1: 340 }, 3);
  const { page, boxes } = withBoxesTakenOut(await preparePage(heading, PLAN));
  expect(boxes).not.toContainEqual(expect.objectContaining({ standsApart: true }));
  expect(inkIn(page.image)).toBe(true);
});

test("a square letter of a heading beside a letter with an ascender is not removed", async () => {
  const heading = form().frame({ x0: 150, y0: 278, x1: 164, y1: 340 }, 3);
  const { page, boxes } = withBoxesTakenOut(await preparePage(heading, PLAN));
  expect(boxes).not.toContainEqual(expect.objectContaining({ standsApart: true }));
  expect(inkIn(page.image)).toBe(true);
});
