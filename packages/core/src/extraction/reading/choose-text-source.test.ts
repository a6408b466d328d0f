import { expect, test } from "vitest";
import { GLYPH, type PageContent } from "../page/page-content.ts";
import { chooseTextSource } from "./choose-text-source.ts";

const BOX = { x0: 0, y0: 0, x1: 100, y1: 100 };
const IMAGE = { box: BOX, pixelWidth: 10, pixelHeight: 10 };
const FIELD = { name: "", kind: "text", multiline: false, fontSize: 0, box: BOX } as const;

test.each([
  ["text", page({ flags: [0] }), "native", ""],
  ["an invisible layer over an image", page({ flags: [GLYPH.INVISIBLE], images: [IMAGE] }), "native", ""],
  ["a filled form field", page({ fields: [{ ...FIELD, value: "yes", checked: null }] }), "native", ""],
  ["an image and blanks", page({ flags: [GLYPH.BLANK], images: [IMAGE] }), "none", /does not recognise/],
  [
    "an image and text off the page",
    page({ flags: [GLYPH.OFF_PAGE], images: [IMAGE] }),
    "none",
    /only images/,
  ],
  ["an empty form field", page({ fields: [{ ...FIELD, value: "", checked: null }] }), "none", ""],
  ["nothing", page({}), "none", ""],
])("in native_text, the text source of a page with %s is %s", (_, content, source, message) => {
  const choice = chooseTextSource(content, "", { mode: "native_text", recognition: "as_needed" });
  expect(choice.source).toBe(source);
  expect(choice.message).toMatch(message === "" ? /^$/ : message);
});

const SCAN = { box: { x0: 0, y0: 0, x1: 100, y1: 80 }, pixelWidth: 10, pixelHeight: 10 };
const PICTURE = { box: { x0: 0, y0: 0, x1: 30, y1: 30 }, pixelWidth: 30, pixelHeight: 30 };
const ICON = { box: { x0: 0, y0: 0, x1: 10, y1: 10 }, pixelWidth: 30, pixelHeight: 30 };
const SEEN = Array.from({ length: 40 }, () => 0);

test.each([
  ["text", page({ flags: SEEN }), "native", []],
  ["text and a small image", page({ flags: SEEN, images: [ICON] }), "native", []],
  ["text and a large image", page({ flags: SEEN, images: [PICTURE] }), "mixed", [PICTURE.box]],
  ["a scan", page({ images: [SCAN] }), "ocr", [BOX]],
  ["a scan under a layer of text", page({ flags: [GLYPH.INVISIBLE], images: [SCAN] }), "native", []],
  ["a scan and a stamp", page({ flags: [0], images: [SCAN] }), "mixed", [BOX]],
  [
    "a scan and a filled form field",
    page({ images: [SCAN], fields: [{ ...FIELD, value: "yes", checked: null }] }),
    "ocr",
    [BOX],
  ],
  ["no content that an engine finds", page({}), "ocr", [BOX]],
])("if recognition is allowed, the text source of a page with %s is %s", (_, content, source, regions) => {
  expect(chooseTextSource(content, "", { mode: "form", recognition: "as_needed" })).toMatchObject({
    source,
    regions,
  });
});

test.each([
  ["native_text", "native"],
  ["low_cost", "ocr"],
  ["form", "ocr"],
] as const)("in %s, the text source of a page with garbled text is %s", (mode, source) => {
  expect(
    chooseTextSource(page({ flags: SEEN }), "No vowels.", { mode, recognition: "as_needed" }).source,
  ).toBe(source);
});

test.each([
  ["form", "ocr"],
  ["native_text", "native"],
] as const)("in %s with every_page, the text source of a page with text is %s", (mode, source) => {
  const choice = chooseTextSource(page({ flags: SEEN }), "", { mode, recognition: "every_page" });
  expect(choice.source).toBe(source);
});

test("with empty_pages, only pages without text are recognised", () => {
  const source = (content: PageContent, fault = ""): string =>
    chooseTextSource(content, fault, { mode: "low_cost", recognition: "empty_pages" }).source;
  expect(source(page({ images: [SCAN] }))).toBe("ocr");
  expect(source(page({ flags: [0], images: [SCAN] }))).toBe("native");
  expect(source(page({ flags: SEEN, images: [PICTURE] }))).toBe("native");
  expect(source(page({ flags: SEEN }), "No vowels.")).toBe("native");
});

function page({
  flags = [],
  images = [],
  fields = [],
}: {
  flags?: readonly number[];
  images?: PageContent["images"];
  fields?: PageContent["fields"];
}): PageContent {
  const count = flags.length;
  return {
    width: 100,
    height: 100,
    rotation: 0,
    glyphs: {
      count,
      text: flags.map(() => "a"),
      x: new Float32Array(count),
      y: new Float32Array(count),
      advance: new Float32Array(count).fill(10),
      angle: new Float32Array(count),
      size: new Float32Array(count).fill(10),
      font: new Uint16Array(count),
      flags: Uint8Array.from(flags),
    },
    fonts: [],
    rules: [],
    images,
    outlines: [],
    fields,
    notes: [],
  };
}
