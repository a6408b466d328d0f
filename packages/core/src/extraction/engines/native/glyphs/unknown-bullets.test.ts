import { expect, test } from "vitest";
import { GLYPH } from "../../../page/page-content.ts";
import { GlyphWriter } from "./glyph-writer.ts";
import { nameUnknownBullets } from "./unknown-bullets.ts";

const TEXT = { facts: { name: "Text", ascent: 0.75, descent: -0.25, vertical: false } };
const SIGNS = { facts: { name: "Signs", ascent: 0.75, descent: -0.25, vertical: false } };

/** Lines of glyphs 5 points wide, 12 apart; capitals are in a font without a character mapping. */
function written(lines: readonly string[], advance = 3): string {
  const glyphs = new GlyphWriter();
  for (const [row, line] of lines.entries()) {
    for (const [column, text] of Array.from(line).entries()) {
      const own = glyphs.count++;
      const isUnknown = /[\p{Lu}ë]/u.test(text);
      glyphs.text[own] = text;
      glyphs.x[own] = 50 + 5 * column;
      glyphs.y[own] = 100 + 12 * row;
      glyphs.advance[own] = 5;
      glyphs.size[own] = 10;
      glyphs.advance[own] = advance;
      glyphs.font[own] = glyphs.indexOf(isUnknown ? SIGNS : TEXT);
      glyphs.flags[own] = isUnknown ? GLYPH.UNMAPPED : text === " " ? GLYPH.BLANK : 0;
    }
  }
  nameUnknownBullets(glyphs);
  return glyphs.text.slice(0, glyphs.count).join("");
}

test("unreadable glyphs, each alone at the start of a line, are bullets", () => {
  expect(written(["Aone", "Atwo"])).toBe("•one•two");
});

test("an unreadable glyph that touches the next is a letter of its word", () => {
  expect(written(["Aone", "Atwo"], 5)).toBe("AoneAtwo");
});

test("a blank after the bullet may be of its font", () => {
  expect(written(["ABone", "ABtwo"])).toBe("• one• two");
});

test.each([["AonBe"], ["ABCone"], ["oneA"], ["A"]])(
  "in a font that has more to say, as in %s, nothing is a bullet",
  (line) => {
    expect(written(["Aone", line])).toBe(`Aone${line}`);
  },
);

test("a letter that only starts lines, apart from their text, is a bullet", () => {
  expect(written(["ë ONE", "ë TWO", "ë SIX"])).toBe("• ONE• TWO• SIX");
});

test.each([
  ["ë ONE", "ë TWO", "FëR"],
  ["ë ONE", "ë TWO"],
  ["ëONE", "ëTWO", "ëSIX"],
])("a letter that words have, or that few lines begin with, stays: %s %s %s", (...lines) => {
  expect(written(lines)).toBe(lines.join(""));
});
