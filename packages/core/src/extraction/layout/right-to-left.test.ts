import { expect, test } from "vitest";
import { layoutPage } from "./layout-page.ts";
import { OPTIONS, PageBuilder } from "./testing/page-builder.ts";

function linesOf(page: PageBuilder): readonly string[] {
  return layoutPage(page.build(), OPTIONS)
    .text.split("\n")
    .map((line) => line.trim());
}

/** As it is drawn from left to right. */
const HEBREW = Array.from("זוהי שורה ראשונה של הטקסט בעמוד").toReversed().join("");

test("a line that begins from right to left goes on so, however much Latin follows", () => {
  const page = new PageBuilder().text(HEBREW, 50, 100).text(HEBREW, 50, 112);
  page.text("Harbour Bank, IBAN SA03 :קנב", 65, 124);
  expect(linesOf(page)[2]).toBe("בנק: Harbour Bank, IBAN SA03");
});

test("a line that begins from left to right goes on so, however much Hebrew follows", () => {
  const page = new PageBuilder().text("An ordinary line of the text of this page", 50, 100);
  page.text("and a second one of it, to be sure", 50, 112).text("Name: ןושארה רמוש", 50, 124);
  expect(linesOf(page)[2]).toBe("Name: שומר הראשון");
});

test("the cells of a table stay in their columns where a row is in another script", () => {
  const page = new PageBuilder().text("Harbour", 50, 100).text("12", 200, 100).text("Berlin", 300, 100);
  page.text("Quay in the north", 50, 112).text("13", 200, 112).text("Leeds", 300, 112);
  page.text("לוגרתה תיב", 50, 124).text("14", 200, 124).text("הפיח", 300, 124);
  expect(linesOf(page).map((line) => line.replaceAll(/ {2,}/gu, " | "))).toEqual([
    "Harbour | 12 | Berlin",
    "Quay in the north | 13 | Leeds",
    "בית התרגול | 14 | חיפה",
  ]);
});
