import { expect, test } from "vitest";
import { AnalysedImage } from "../ink/analysed-image.ts";
import { isGreyPaper, withClearPaper } from "./clear-paper.ts";

const side = 40;

/** Grey paper with a darker field, and ink on both. */
const scan = {
  width: side,
  height: side,
  dpi: 200,
  data: Uint8Array.from({ length: side * side }, (_, at) => (at % 9 === 0 ? 50 : at % side < 8 ? 170 : 225)),
};

test("on grey paper, darker fields become white and ink stays dark", () => {
  expect(isGreyPaper(new AnalysedImage(scan))).toBe(true);
  const { data } = withClearPaper(scan, new AnalysedImage(scan));
  expect(data.every((shade, at) => (at % 9 === 0 ? shade < 150 : shade === 255))).toBe(true);
});

test("white paper is not grey", () => {
  const clean = { ...scan, data: scan.data.map((shade) => (shade > 200 ? 255 : shade)) };
  expect(isGreyPaper(new AnalysedImage(clean))).toBe(false);
});
