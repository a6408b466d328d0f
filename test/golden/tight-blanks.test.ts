import { createExtractor, type Extractor } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocument } from "../fixtures/pdf/document.ts";
import { A4 } from "../fixtures/pdf/geometry.ts";
import { unicodeFont } from "../fixtures/pdf/font.ts";

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 1 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

const SIZE = 10;

/** Writes the pieces of a line with gaps between them, in fractions of the size, and no blank glyphs. */
async function read(pieces: readonly string[], gap: number): Promise<string> {
  const document = createDocument();
  const font = unicodeFont();
  document.page(A4, (page) => {
    let x = 72;
    for (const piece of pieces) x = page.text(piece, { x, y: 100, size: SIZE, font }) + gap * SIZE;
  });
  const { text } = await extractor.extract(document.finish().bytes, { mode: "native_text" });
  return text.replace("<<<", "").trim();
}

test.each([0.09, 0.12])("a gap of %d em parts a word from a bracket or a bullet", async (gap) => {
  expect(await read(["harbour", "(closed", "in", "winter)"], gap)).toMatch(/^harbour \(closed/u);
  expect(await read(["dues", "[see", "below]", "apply"], gap)).toMatch(/^dues \[.*\] apply$/u);
  expect(await read(["(closed)", "harbour"], gap)).toBe("(closed) harbour");
  expect(await read(["•", "Mooring"], gap)).toBe("• Mooring");
});

test.each([
  [["berth", "(s)"], 0.02, "berth(s)"],
  [["sin", "(x)"], 0.03, "sin(x)"],
  [["f", "(x)"], 0.11, "f(x)"],
  [["(a)", "(b)"], 0.11, "(a)(b)"],
  [["2", "(x+y)"], 0.11, "2(x+y)"],
])("what is set solid, and the names of functions, keep their brackets: %j", async (pieces, gap, text) => {
  expect(await read(pieces, gap)).toBe(text);
});
