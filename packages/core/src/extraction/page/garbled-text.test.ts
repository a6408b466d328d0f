import { expect, test } from "vitest";
import { legibilityOf } from "./garbled-text.ts";
import { GLYPH, type Glyphs } from "./page-content.ts";

/** A line of text with one glyph per character; all glyphs have the same flags. */
function glyphsOf(text: string, flag = 0): Glyphs {
  const characters = Array.from(text);
  const { length: count } = characters;
  return {
    count,
    text: characters,
    x: Float32Array.from(characters, (_, index) => 5 * index),
    y: new Float32Array(count),
    advance: new Float32Array(count).fill(5),
    angle: new Float32Array(count),
    size: new Float32Array(count).fill(10),
    font: new Uint16Array(count),
    flags: Uint8Array.from(characters, (character) => flag | (character.trim() === "" ? GLYPH.BLANK : 0)),
  };
}

const ENGLISH = `There was a change to the criteria in that year, and the procedures were written again so that those
  who fly by instruments could rely upon them when the weather closes around the runway and nothing else remains.`;

const shifted = (text: string, by: number): string =>
  Array.from(text, (character) =>
    character.trim() === ""
      ? character
      : String.fromCodePoint(Math.max(1, (character.codePointAt(0) ?? 0) + by)),
  ).join("");

test.each([
  ["English", ENGLISH],
  [
    "German",
    `Die Rechtsschutzversicherungsgesellschaften streiten sich wegen der Kündigungsfristen, während Schulkinder
     nachmittags Strümpfe stricken, Angstschweiß schwitzen und schließlich selbstständig durchschlüpfen; jetzt
     ist dann auch noch Herbst geworden, obwohl niemand darauf gewartet hätte.`,
  ],
  [
    "Polish",
    `W Szczebrzeszynie chrząszcz brzmi w trzcinie i Szczebrzeszyn z tego słynie; wszczął się strzępek krzyku,
     wśród krzewów drżących przy źdźbłach, gdzie sprzęt pstrąga schwytał. Wszyscy przyszli spojrzeć, zjeść
     drożdżówki, wypić trochę herbaty oraz przespać nocny przypływ.`,
  ],
  [
    "Czech",
    "Strč prst skrz krk, vlk zmrzl; potom přišla zima a všichni lidé odešli brzy domů, kde četli knihy. ".repeat(
      3,
    ),
  ],
  ["Greek", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. ".repeat(3)],
  [
    "Russian",
    "Все люди рождаются свободными и равными в своём достоинстве и правах; они наделены разумом. ".repeat(3),
  ],
  [
    "Vietnamese",
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền, được tạo hoá ban. ".repeat(
      5,
    ),
  ],
  ["Arabic", "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا ".repeat(3)],
  ["Hebrew", "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם כולם חוננו בתבונה ובמצפון ".repeat(3)],
  [
    "Chinese",
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。".repeat(3),
  ],
  [
    "a program",
    "int strncmp(const char *str, size_t len) { return memcmp(buf, ptr, sizeof(struct hdr)); } ".repeat(4),
  ],
  ["formulas", "∑ xᵢ² ≤ √(αβ) ⊂ ℝⁿ ∀ε>0 ∃δ: |f(x) − f(y)| < ε ⇒ lim sup ∫₀¹ g dμ ≠ ∞ ".repeat(4)],
  ["a table of numbers", "1,204.50 88.10 QTY 17 KWH 3.2 % EUR 12 MSFT XLM-4 ".repeat(20)],
  ["abbreviations among words", `${"HTML HTTP XML ".repeat(8)} ${ENGLISH}`],
  ["few words", "Vlk HTTP strncpy"],
  ["a logo and a few bullets in a symbol font", `\uF0B7\uF0B7\uE001 ${ENGLISH}`],
  ["nothing", ""],
])("%s is legible", (_, text) => {
  expect(legibilityOf(glyphsOf(text)).fault).toBe("");
});

test.each([
  ["a shifted alphabet", shifted(ENGLISH, -29).replaceAll(/[^\sA-Z]/g, "X"), "too few vowels"],
  ["replacement characters", `${"\uFFFD".repeat(20)} ${ENGLISH}`, "mean nothing"],
  ["private-use characters", "\uE012\uE013\uE014 ".repeat(3), "mean nothing"],
  ["private-use characters of other planes", "\u{F0012} ".repeat(5), "mean nothing"],
  ["control characters", shifted(ENGLISH, -90), "mean nothing"],
])("%s are garbled", (_, text, fault) => {
  expect(legibilityOf(glyphsOf(text)).fault).toContain(fault);
});

test("text without Unicode mapping is garbled unless the guessed text consists of words", () => {
  const guessed = '*$9:%7J&L455"6&7!"&B"IJM%79M07%79#9&7';
  expect(legibilityOf(glyphsOf(guessed, GLYPH.UNMAPPED)).fault).toContain("do not say");
  expect(legibilityOf(glyphsOf(ENGLISH, GLYPH.UNMAPPED))).toEqual({
    fault: "",
    isProven: true,
    isGuessed: true,
  });
});

test("words are separated by gaps if there are no blanks", () => {
  const glyphs = glyphsOf(ENGLISH.replaceAll(/\s+/g, " "));
  const printed = glyphs.text.flatMap((text, index) => (text === " " ? [] : [index]));
  const without: Glyphs = {
    ...glyphs,
    count: printed.length,
    text: printed.map((index) => glyphs.text[index] ?? ""),
    x: Float32Array.from(printed, (index) => glyphs.x[index] ?? 0),
  };
  expect(legibilityOf(without)).toEqual(legibilityOf(glyphs));
});

test("glyphs off the page are ignored", () => {
  expect(legibilityOf(glyphsOf("\uFFFD".repeat(50), GLYPH.OFF_PAGE)).fault).toBe("");
});
