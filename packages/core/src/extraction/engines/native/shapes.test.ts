import { expect, test } from "vitest";
import { readPageWith } from "../testing/read-glyphs.ts";
import { type OnePage, onePagePdf } from "../testing/tiny-pdf.ts";
import { nativeEngine } from "./native-engine.ts";

const read = (content: string, options?: OnePage) => readPageWith(nativeEngine, onePagePdf(content, options));

test.each([
  ["a stroked line", "2 w 10 50 m 110 50 l S", { x0: 10, y0: 50, x1: 110, y1: 50, thickness: 2 }],
  [
    "a stroked line under a scaled matrix",
    "2 0 0 2 0 0 cm 1 w 5 25 m 55 25 l S",
    { x0: 10, y0: 50, thickness: 2 },
  ],
  [
    "what the clipping path leaves of a line",
    "q 0 0 60 100 re W n 2 w 10 50 m 110 50 l S Q",
    { x0: 10, x1: 62, y0: 50 },
  ],
  ["a thin filled rectangle", "10 49 100 2 re f", { x0: 10, y0: 50, x1: 110, y1: 50, thickness: 2 }],
  [
    "a thin upright rectangle drawn as a polygon",
    "10 10 m 11 10 l 11 90 l 10 90 l h f",
    { x0: 10.5, x1: 10.5, y0: 10 },
  ],
  [
    "an image as thin as a line",
    "q 100 0 0 1 10 50 cm BI /W 1 /H 1 ID x EI Q",
    { x0: 10, x1: 110, thickness: 1 },
  ],
])("%s is a rule", async (_, content, rule) => {
  expect((await read(content)).rules).toMatchObject([rule]);
});

test.each([
  ["slanted", "10 10 m 90 60 l S"],
  ["drawn in white", "1 G 10 50 m 110 50 l S"],
  ["only used to clip", "10 50 m 110 50 l W n"],
  ["thick", "10 40 100 20 re f"],
  ["outside the clipping path", "q 0 0 200 20 re W n 10 50 m 110 50 l S 10 70 100 1 re f Q"],
  ["in a hidden layer", "/OC /Off BDC 10 50 m 110 50 l S EMC"],
])("what is %s is no rule", async (_, content) => {
  const page = await read(content, {
    catalog: "/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>",
    resources: "/Properties << /Off 10 0 R >>",
    objects: ["<< /Type /OCG /Name (off) >>"],
  });
  expect(page.rules).toEqual([]);
});

test("a table's frame yields four rules, not an outline", async () => {
  const { rules, outlines } = await read("10 10 100 50 re S");
  expect(rules).toHaveLength(4);
  expect(outlines).toEqual([]);
});

const BOX = "20 20 10 10 re S";
const LINES = "20 20 m 30 20 l S 20 30 m 30 30 l S 20 20 m 20 30 l S 30 20 m 30 30 l S";
const CIRCLE =
  "30 25 m 30 27.76 27.76 30 25 30 c 22.24 30 20 27.76 20 25 c 20 22.24 22.24 20 25 20 c 27.76 20 30 22.24 30 25 c S";

const ROUNDED =
  "20 22 m 20 28 l 20 29.1 20.9 30 22 30 c 28 30 l 29.1 30 30 29.1 30 28 c 30 22 l 30 20.9 29.1 20 28 20 c 22 20 l 20.9 20 20 20.9 20 22 c h";
const SMALLER =
  "22 25 m 22 26.7 23.3 28 25 28 c 26.7 28 28 26.7 28 25 c 28 23.3 26.7 22 25 22 c 23.3 22 22 23.3 22 25 c h";
const TICK = "22 25 m 24 23 l 28 28 l S";
const TICK_AREA = "22 25 m 24 22 l 28 27 l 27.5 28 l 24 23.5 l 22.5 25.5 l h";
const PATHS = CIRCLE.slice(0, -1);

test.each([
  ["an empty box with round corners", `${ROUNDED} S`, "box", false],
  ["a box with round corners painted white below", `1 g ${ROUNDED} f 0.5 G ${ROUNDED} S`, "box", false],
  ["a box with round corners and a tick", `${ROUNDED} S ${TICK}`, "box", true],
  ["a blue box with a white tick", `0 0.4 1 rg ${ROUNDED} f 1 G ${TICK}`, "box", true],
  [
    "a blue box with a white tick drawn as an area",
    `0 0.4 1 rg ${ROUNDED} f 1 g ${TICK_AREA} f`,
    "box",
    true,
  ],
  ["a painted box with a tick left out", `${ROUNDED} ${TICK_AREA} f`, "box", true],
  ["a frame whose hole is drawn first", "21 21 8 8 re 20 20 10 10 re f*", "box", false],
  ["a dark square with a white one on it", "20 20 10 10 re f 1 g 21 21 8 8 re f", "box", false],
  [
    "a dark square with a white and a dark one on it",
    "20 20 10 10 re f 1 g 21 21 8 8 re f 0 g 23 23 4 4 re f",
    "box",
    true,
  ],
  ["a grey box with a frame", "0.9 g 20 20 10 10 re f 20 20 10 10 re S", "box", false],
  ["a box with a minus", `${BOX} 22 25 m 28 25 l S`, "box", false],
  [
    "a blue disc with a white dot",
    `0 0.4 1 rg ${PATHS} f 1 g 23 25 m 23 26.1 23.9 27 25 27 c 26.1 27 27 26.1 27 25 c 27 23.9 26.1 23 25 23 c 23.9 23 23 23.9 23 25 c f`,
    "circle",
    true,
  ],
  [
    "a ring painted as an area, with a disc",
    `${SMALLER} ${PATHS} 24 25 m 24 25.5 24.5 26 25 26 c 25.5 26 26 25.5 26 25 c 26 24.5 25.5 24 25 24 c 24.5 24 24 24.5 24 25 c f*`,
    "circle",
    true,
  ],
])("%s is an outline as it is drawn for the web", async (_, content, kind, filled) => {
  const { outlines } = await read(content);
  expect(outlines).toMatchObject([{ kind, filled, box: { x0: 20, y0: 70, x1: 30, y1: 80 } }]);
});

test.each([
  ["the key of a chart", "0 0.4 1 rg 20 20 10 10 re f"],
  ["a framed key of a chart", "0.9 0.2 0.2 rg 20 20 10 10 re f 0 G 20 20 10 10 re S"],
  [
    "a logo with a white letter",
    `0 0.4 1 rg ${ROUNDED} f 1 g 24 22 m 26 22 l 26 25 l 27 25 l 27 26 l 26 26 l 26 28 l 24 28 l h f`,
  ],
  ["a drawn letter with a round side", "20 20 m 20 30 l 25 30 l 28 30 30 28 30 25 c 30 22 28 20 25 20 c h S"],
  ["a square painted over in white", "20 20 10 10 re f 1 g 20 20 10 10 re f"],
])("%s is no outline", async (_, content) => {
  expect((await read(content)).outlines).toEqual([]);
});

test.each([
  ["an empty box", BOX, "box", false],
  ["a box drawn line by line", "20 20 m 30 20 l 30 30 l 20 30 l h S", "box", false],
  ["a box drawn as a filled frame", "20 20 10 10 re 21 21 8 8 re f*", "box", false],
  ["a box with a cross", `${BOX} 21 21 m 29 29 l S 21 29 m 29 21 l S`, "box", true],
  ["a box with a tick", `${BOX} 22 25 m 24 22 l 28 29 l S`, "box", true],
  ["a box with a filled square", `${BOX} 22 22 6 6 re f`, "box", true],
  ["a box painted dark", "20 20 10 10 re B", "box", true],
  ["a box painted white", "1 g 20 20 10 10 re B", "box", false],
  ["a box with a letter", `${BOX} BT /F1 10 Tf 21.5 21.5 Td (X) Tj ET`, "box", true],
  ["a box with a letter beside it", `${BOX} BT /F1 10 Tf 32 21.5 Td (X) Tj ET`, "box", false],
  ["a box of four lines", LINES, "box", false],
  ["a box of four lines with a cross", `${LINES} 21 21 m 29 29 l S 21 29 m 29 21 l S`, "box", true],
  ["an empty circle", CIRCLE, "circle", false],
  ["a circle with a disc", `${CIRCLE} 23 23 4 4 re f`, "circle", true],
])("%s is an outline", async (_, content, kind, filled) => {
  const { outlines } = await read(content);
  expect(outlines).toMatchObject([{ kind, filled, box: { x0: 20, y0: 70, x1: 30, y1: 80 } }]);
});

test("an image is placed with its pixels, as far as the clipping path leaves it", async () => {
  const page = await read("20 20 40 30 re W n q 100 0 0 50 10 10 cm /Im Do Q", {
    resources: "/XObject << /Im 10 0 R >>",
    objects: [{ entries: "/Subtype /Image /Width 640 /Height 480 /Filter /DCTDecode", bytes: "no image" }],
  });
  expect(page.images).toEqual([
    {
      box: { x0: 20, y0: 50, x1: 60, y1: 80 },
      pixelWidth: 640,
      pixelHeight: 480,
      source: { object: "10R", box: { x0: 10, y0: 40, x1: 110, y1: 90 } },
    },
  ]);
});

test("an inline image is skipped, including a false end marker inside it", async () => {
  const page = await read(
    "q 50 0 0 50 10 10 cm BI /W 12 /H 8 ID \x80 EI \xff\xfe\x01 (( EI Q BT /F1 10 Tf 20 30 Td (A) Tj ET",
  );
  expect(page.images).toMatchObject([{ pixelWidth: 12, pixelHeight: 8 }]);
  expect(page.glyphs.text[0]).toBe("A");
});

test("a comb drawn line by line has no outlines", async () => {
  const edges = [20, 30, 40].map((x) => `${x} 20 m ${x + 10} 20 l S ${x} 30 m ${x + 10} 30 l S`).join(" ");
  const teeth = [20, 30, 40, 50].map((x) => `${x} 20 m ${x} 30 l S`).join(" ");
  expect((await read(`${edges} ${teeth}`)).outlines).toEqual([]);
});
