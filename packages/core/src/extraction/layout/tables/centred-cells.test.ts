import { expect, test } from "vitest";
import { layoutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

const linesOf = (page: PageBuilder): readonly string[] =>
  layoutPage(page.build(), OPTIONS)
    .text.split("\n")
    .filter((line) => line !== "")
    .map((line) => line.trim().replaceAll(/ {2,}/g, " | "));

test("cells centred beside a two-line label are written on its first line", () => {
  const page = new PageBuilder().text("Ammonia", 50, 100).text("10", 250, 100).text("-", 350, 100);
  page.text("Chlorine and inorganic", 50, 118).text("compounds", 50, 130);
  page.text("20", 250, 124).text("-", 350, 124);
  page.text("Methane", 50, 148).text("30", 250, 148).text("-", 350, 148);
  expect(linesOf(page)).toEqual([
    "Ammonia | 10 | -",
    "Chlorine and inorganic | 20 | -",
    "compounds",
    "Methane | 30 | -",
  ]);
});

test("columns of prose that run side by side half a line apart stay as they are", () => {
  const page = new PageBuilder();
  for (const row of [0, 1, 2, 3]) {
    page.text(`the left column line ${row}`, 50, 100 + 12 * row);
    page.text(`the right column line ${row}`, 320, 106 + 12 * row);
  }
  expect(linesOf(page)).toHaveLength(8);
});

test("cells centred on both sides of a two-line cell are written on its first line", () => {
  const page = new PageBuilder().text("2 Nov", 50, 88).text("Water rates", 150, 88).text("31.20", 350, 88);
  page.text("TESCO STORES 2231", 150, 106).text("Contactless 18:41", 150, 118);
  page.text("3 Nov", 50, 112).text("47.85", 350, 112);
  expect(linesOf(page)).toEqual([
    "2 Nov | Water rates | 31.20",
    "3 Nov | TESCO STORES 2231 | 47.85",
    "Contactless 18:41",
  ]);
});
