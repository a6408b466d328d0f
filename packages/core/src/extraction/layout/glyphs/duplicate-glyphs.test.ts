import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

function linesOf(page: PageBuilder): readonly string[] {
  return layoutPage(page.build(), OPTIONS).text.split("\n");
}

test("an overlapping filler is kept in a word whose other letters have no duplicates", () => {
  const page = new PageBuilder().text("b", 50, 100).text("و", 55, 100, { advance: 0.2 });
  page.text("و", 57, 100, { advance: 0.2 }).text("و", 57.4, 100, { advance: 0.2 }).text("c", 59.4, 100);
  expect(linesOf(page)[0]?.match(/و/gu)).toHaveLength(3);
});

test("every letter of a word that is drawn twice to look bold is written once", () => {
  const page = new PageBuilder().text("ball", 50, 100).text("ball", 50.4, 100).text("plain", 90, 100);
  expect(linesOf(page)).toEqual(["ball    plain"]);
});

test("equal letters above one another are not duplicates", () => {
  const page = new PageBuilder().text("l", 50, 100).text("l", 50.4, 102.2).text("m", 58, 100);
  expect(linesOf(page).join("").match(/l/gu)).toHaveLength(2);
});

test("a word that is drawn 20,000 times in one place is written once, without delay", () => {
  const page = new PageBuilder();
  for (let copy = 0; copy < 20_000; copy++) page.text("ball", 50, 100);
  expect(linesOf(page)).toEqual(["ball"]);
});
