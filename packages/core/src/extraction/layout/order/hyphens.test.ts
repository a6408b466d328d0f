import { expect, test } from "vitest";
import { toChunks } from "../../structure/chunks/chunks.ts";
import { toMarkdown } from "../../structure/renditions/markdown.ts";
import { tablesOf } from "../../structure/renditions/tables.ts";
import { blocksOf } from "../../structure/testing/made-blocks.ts";
import { layOutPage } from "../layout-page.ts";
import { OPTIONS, PageBuilder } from "../testing/page-builder.ts";

/** Lines of a paragraph, so long that each goes on in the next. */
function paragraph(page: PageBuilder, lines: readonly string[], y = 100): PageBuilder {
  for (const [at, line] of lines.entries()) page.text(line, 50, y + 13 * at);
  return page;
}

const BROKEN = [
  "Most of the cases of that year were found to be mosquito-",
  "borne, and hardly a single one of them was brought in from a-",
  "broad by travellers who had been to one of the countries where",
];

const markdownOf = (...pages: readonly PageBuilder[]): string => toMarkdown(blocksOf(...pages));

/** The text between two words, as the breaks of its lines are written. */
function joined(before: string, after: string, ...others: readonly string[]): string {
  const lines = [
    `There is a sentence that is long enough to end with ${before}`,
    `${after} which goes on in the second line of the same paragraph.`,
  ];
  const own = paragraph(new PageBuilder(), lines);
  const rest = paragraph(new PageBuilder(), others);
  return markdownOf(own, rest).split("to end with ")[1]?.split(" which")[0] ?? "";
}

test("a compound that another page writes with its hyphen keeps it", () => {
  const other = paragraph(new PageBuilder(), ["No mosquito-borne disease is known there."]);
  const pages = [paragraph(new PageBuilder(), BROKEN), other];
  expect(markdownOf(...pages)).toContain("to be mosquito-borne, and");
  expect(toChunks(blocksOf(...pages))[0]?.text).toContain("to be mosquito-borne, and");
});

test.each([
  ["a word that the document writes together is whole", "mosquito-|borne", ["The mosquitoborne one"]],
  ["the more frequent way decides", "e-|mail", ["email and email, not e-mail"]],
  ["a word that occurs only broken is whole", "inter-|national", []],
  ["an ending that is a conjunction of another language is no word", "Datei-|en", ["Eine Datei"]],
  ["capitals are one word", "EXAM-|PLES", []],
])("%s", (_, broken, others) => {
  const [before = "", after = ""] = broken.split("|");
  expect(joined(before, after, ...others)).toBe(before.slice(0, -1) + after);
});

test.each([
  ["compounds are formed as others are", "tick-|borne", ["A tick. Water-borne and mosquito-borne"]],
  ["a name keeps its hyphen", "Baden-|Baden", []],
  ["numbers keep their hyphen", "COVID-|19", []],
  ["a single letter keeps its hyphen", "x-|ray", []],
  ["a compound of several parts keeps all hyphens", "state-of-|the-art", ["made of the best"]],
  ["a part of an address keeps its hyphen", "example.org/some-|page", []],
])("%s", (_, broken, others) => {
  const [before = "", after = ""] = broken.split("|");
  expect(joined(before, after, ...others)).toBe(before + after);
});

test("a hyphen in place of a second part stays apart", () => {
  expect(joined("pre-", "and postwar")).toBe("pre- and postwar");
  expect(joined("mid-", "to late", "It was mid- to late June")).toBe("mid- to late");
});

test("the words of a cell are joined by the words of the document", () => {
  const page = new PageBuilder();
  for (const x of [50, 150, 300]) page.rule(x, 90, x, 150);
  for (const y of [90, 110, 130, 150]) page.rule(50, y, 300, y);
  page.text("Kind", 55, 104).text("Cause", 155, 104);
  page.text("Malaria", 55, 124).text("mosquito-", 155, 118).text("borne", 155, 128);
  page.text("Anthrax", 55, 144).text("bacteria", 155, 144);
  const other = paragraph(new PageBuilder(), ["No mosquito-borne disease is known there."]);
  expect(tablesOf(blocksOf(page, other))[0]?.rows[1]).toEqual(["Malaria", "mosquito-borne"]);
  expect(tablesOf(blocksOf(page))[0]?.rows[1]).toEqual(["Malaria", "mosquitoborne"]);
});

test("the text of a page is joined by the words of the page", () => {
  const textOf = (page: PageBuilder): string =>
    layOutPage(page.build(), { ...OPTIONS, outputMode: "text" }).layout.text;
  expect(textOf(paragraph(new PageBuilder(), BROKEN))).toContain("mosquitoborne,");
  const known = paragraph(paragraph(new PageBuilder(), BROKEN), ["No mosquito-borne disease."], 200);
  expect(textOf(known)).toContain("to be mosquito-borne,\n");
});
