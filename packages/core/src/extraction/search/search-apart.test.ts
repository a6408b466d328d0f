import { expect, test } from "vitest";
import type { PageWording } from "../result/extracted-document.ts";
import { searchTextApart } from "./search-apart.ts";
import { searchText } from "./search-text.ts";

const OPTIONS = {
  mode: "native_text",
  outputMode: "layout_preserving",
  pageSeparator: "<<<",
  addLineNumbers: false,
} as const;

/** Pages of some 3,000 characters, of which each tenth has the term. */
function pagesWith(term: string, count: number): PageWording[] {
  return Array.from({ length: count }, (_, index) => ({
    ok: true,
    number: index + 1,
    text: `${"Some words that stand there.\n".repeat(100)}${index % 10 === 0 ? `${term}\n` : ""}`,
    textSource: "native",
  }));
}

test.each([3, 1000])("a text of %i pages is found in as it is at once", async (count) => {
  const pages = pagesWith("harbour master", count);
  const found = await searchTextApart(pages, OPTIONS, "harbor master");
  expect(found).toEqual(searchText(pages, OPTIONS, "harbor master"));
  expect(found.ok && found.matches).toHaveLength(Math.ceil(count / 10));
});

test("a long text leaves the thread of its caller free", async () => {
  const pages = pagesWith("harbour master", 3000);
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  await Promise.all([1, 2].map(() => searchTextApart(pages, OPTIONS, "harbor master")));
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
});
