import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

function linesOf(page: PageBuilder): readonly string[] {
  return layoutPage(page.build(), OPTIONS).text.split("\n");
}

test.each([9, 12, 16])(
  "letters that are %d points apart are the words of a letter-spaced heading",
  (spacing) => {
    const page = new PageBuilder().text("CONTENTS", 150, 80, { spacing });
    page.text("The lines of the page are written as they come", 50, 110);
    page.text("and stand below the heading.", 50, 122);
    expect(linesOf(page)[0]?.trim()).toBe("CONTENTS");
  },
);

test("the words of a letter-spaced heading are separated at wider gaps", () => {
  const page = new PageBuilder();
  page.text("TABLE", 50, 80, { spacing: 8 }).text("OF", 50 + 5 * 13 + 14, 80, { spacing: 8 });
  page.text("CONTENTS", 50 + 7 * 13 + 28, 80, { spacing: 8 });
  expect(linesOf(page)).toEqual(["TABLE OF CONTENTS"]);
});

test("the days of a calendar stay over their columns", () => {
  const page = new PageBuilder();
  for (const [index, day] of Array.from("MTWTFSS").entries()) {
    page.text(day, 50 + 14 * index, 80).text(String(index + 1), 50 + 14 * index, 92);
  }
  expect(linesOf(page)[0]).toMatch(/^M +T +W +T +F +S +S$/u);
});

test("the letters of an index stay apart", () => {
  expect(linesOf(new PageBuilder().text("ABCDEFGH", 50, 80, { spacing: 10 }))).toEqual([
    expect.stringMatching(/^A +B +C +D/u),
  ]);
});
