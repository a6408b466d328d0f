import { expect, test } from "vitest";
import { layoutPage } from "./layout-page.ts";
import { OPTIONS, PageBuilder } from "./testing/page-builder.ts";

function textOf(page: PageBuilder): string {
  return layoutPage(page.build(), OPTIONS).text;
}

test("a wide character takes two columns", () => {
  const page = new PageBuilder();
  for (const row of [0, 1, 2]) page.text("abcdefgh", 50, 100 + 12 * row).text("x", 100, 100 + 12 * row);
  page.text("漢字漢字", 50, 136, { advance: 1 }).text("x", 100, 136);
  const lines = textOf(page).split("\n");
  expect(lines[3]?.indexOf("x")).toBe((lines[0]?.indexOf("x") ?? 0) - 4);
});

test("a justified line of ideographs has no blanks", () => {
  const page = new PageBuilder().text("應收保證金貸款", 50, 100, { advance: 1, spacing: 2.5 });
  expect(textOf(page)).toBe("應收保證金貸款");
});

test("a gap between ideographs that are otherwise set tight is a blank", () => {
  const page = new PageBuilder().text("山田", 50, 100, { advance: 1 }).text("一郎", 73, 100, { advance: 1 });
  expect(textOf(page)).toBe("山田 一郎");
});

test.each([
  [
    "drawn a little after the next letter begins",
    [
      ["न", 50, 100],
      ["\u0947", 55.1, 99.9],
      ["ट", 55, 100],
    ],
    "नेट",
  ],
  [
    "drawn below its line",
    [
      ["ខ", 50, 100],
      ["\u17bb", 55, 104],
      ["ញ", 55, 100],
    ],
    "ខុញ",
  ],
  [
    "that follows another mark",
    [
      ["ท", 50, 100],
      ["\u0e35", 55.1, 100],
      ["\u0e48", 55.3, 97],
      ["น", 55, 100],
    ],
    "ที่น",
  ],
] as const)("a mark without an advance is read after its letter: one %s", (_, places, text) => {
  const page = new PageBuilder();
  for (const [letter, x, y] of places) page.text(letter, x, y);
  expect(textOf(page)).toBe(text);
});

test("joiners that a language is spelled with are kept, and no others", () => {
  const persian = new PageBuilder().text("یاه", 50, 100).text("\u200c", 65, 100).text("نابز", 65, 100);
  expect(textOf(persian)).toBe("زبان\u200cهای");
  expect(textOf(new PageBuilder().glyphs(["ශ්\u200d", "රී"], 50, 100))).toBe("ශ්\u200dරී");
  const latin = new PageBuilder().text("zero", 50, 100).text("\u200c", 70, 100).text("width", 70, 100);
  expect(textOf(latin)).toBe("zerowidth");
});

test("words of Hangul keep the spaces between them, even without blank glyphs", () => {
  const page = new PageBuilder().text("오빤", 50, 100, { advance: 1 }).text("강남", 73, 100, { advance: 1 });
  expect(textOf(page)).toBe("오빤 강남");
});
