import { expect, test } from "vitest";
import { openDocument } from "../open-document.ts";

const ALL = { dpi: 300, maxPixels: 24_000_000 };

/** Three rows of ten pixels: the first five of each are black. */
const WIDTH = 10;
const HEIGHT = 3;
const IS_WHITE = Array.from({ length: WIDTH * HEIGHT }, (_, at) => at % WIDTH >= WIDTH / 2);

const file = (header: string, pixels: readonly number[] | string): Uint8Array =>
  Buffer.concat([Buffer.from(header), Buffer.from(pixels)]);

const SIZE = `${WIDTH} ${HEIGHT}`;
const PPM = file(
  `P6\n${SIZE}\n255\n`,
  IS_WHITE.flatMap((white) => (white ? [255, 255, 255] : [0, 0, 0])),
);

test.each([
  [
    "PBM as text, without blanks",
    file(`P1\n${SIZE}\n`, IS_WHITE.map((white) => (white ? "0" : "1")).join("")),
  ],
  [
    "PGM as text, with a comment",
    file(`P2\n# made by hand\n${SIZE}\n15\n`, IS_WHITE.map((white) => (white ? "15" : "0")).join(" ")),
  ],
  [
    "PPM as text",
    file(`P3 ${SIZE} 255\n`, IS_WHITE.map((white) => (white ? "255 255 255" : "0 0 0")).join("\n")),
  ],
  ["PBM", file(`P4\n${SIZE}\n`, [0b11111000, 0, 0b11111000, 0, 0b11111000, 0])],
  [
    "PGM",
    file(
      `P5\n${SIZE}\n255\n`,
      IS_WHITE.map((white) => (white ? 255 : 0)),
    ),
  ],
  [
    "PGM whose white is 100",
    file(
      `P5\n${SIZE}\n100\n`,
      IS_WHITE.map((white) => (white ? 100 : 0)),
    ),
  ],
  [
    "PGM of 16 bits",
    file(
      `P5\n${SIZE}\n65535\n`,
      IS_WHITE.flatMap((white) => (white ? [255, 255] : [0, 1])),
    ),
  ],
  ["PPM", PPM],
])("a %s is a page of its pixels", async (_, bytes) => {
  await using document = await openDocument(bytes, { password: "" });
  expect(document.pageCount).toBe(1);
  const { image, note } = await document.drawPage(1, ALL);
  expect(image).toMatchObject({ width: WIDTH, height: HEIGHT });
  expect(note).toBe("");
  expect([...image.data].map((grey) => grey > 128)).toEqual(IS_WHITE);
});

test("each image of a file is a page", async () => {
  const small = file("P5\n2 2\n255\n", [0, 0, 0, 0]);
  await using document = await openDocument(Buffer.concat([PPM, small, PPM]), { password: "" });
  expect(document.pageCount).toBe(3);
  expect((await document.drawPage(2, ALL)).image).toMatchObject({ width: 2, height: 2 });
  expect((await document.drawPage(3, ALL)).image).toMatchObject({ width: WIDTH, height: HEIGHT });
});

test("one that was cut off says that it is damaged", async () => {
  await using document = await openDocument(PPM.subarray(0, -WIDTH), { password: "" });
  expect((await document.drawPage(1, ALL)).note).toMatch(/damaged/);
});

test.each([
  ["has too many pixels", file("P5\n100000 100000\n255\n", [0]), "RESOURCE_LIMIT"],
  ["has no pixels", file("P5\n0 0\n255\n", []), "DAMAGED_DOCUMENT"],
  ["holds too many images", Buffer.alloc(8 * 10_001, "P4\n1 1\n\0"), "RESOURCE_LIMIT"],
])("one that %s is refused", async (_, bytes, code) => {
  await expect(openDocument(bytes, { password: "" })).rejects.toMatchObject({ code });
});
