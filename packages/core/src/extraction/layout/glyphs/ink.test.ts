import { expect, test } from "vitest";
import type { FontFacts } from "../../page/page-content.ts";
import { faceOf } from "./faces.ts";
import { inkAscent, inkDescent, inkOf } from "./ink.ts";

const font = (facts: Partial<FontFacts>): FontFacts => ({
  name: "Made",
  ascent: 0.75,
  descent: -0.25,
  vertical: false,
  ...facts,
});

const heightOf = (text: string, facts: Partial<FontFacts> = {}): number =>
  inkAscent(text, inkOf(faceOf(font(facts))));

const depthOf = (text: string, facts: Partial<FontFacts> = {}): number =>
  inkDescent(text, inkOf(faceOf(font(facts))));

test("an ascent that is hardly above the capitals is that of letters, and the descent with it", () => {
  const declared = { capHeight: 0.66, ascent: 0.68, descent: -0.22 };
  expect(heightOf("d", declared)).toBe(0.68);
  expect(depthOf("p", declared)).toBe(0.22);
});

test("an ascent far above the capitals is the height of a line, and tells nothing of letters", () => {
  const declared = { capHeight: 0.65, ascent: 0.99, descent: -0.25 };
  expect(heightOf("d", declared)).toBe(heightOf("d"));
  expect(depthOf("p", declared)).toBe(depthOf("p"));
});

test("known typefaces have the heights of their outlines, regardless of their declared metrics", () => {
  const facts = { name: "ABCDEF+MinionPro-Regular", capHeight: 0.651, ascent: 0.989, descent: -0.36 };
  expect(heightOf("d", facts)).toBe(0.72);
  expect(depthOf("g", facts)).toBe(0.236);
  expect(depthOf("{", { name: "CMTT10" })).toBeLessThan(depthOf("{", { name: "CMR10" }));
});

test("accents are above capitals", () => {
  expect(heightOf("Ü")).toBeCloseTo(heightOf("U") + 0.19);
  expect(heightOf("×")).toBe(heightOf("U"));
});
