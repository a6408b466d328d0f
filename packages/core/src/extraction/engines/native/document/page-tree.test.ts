import { expect, test, vi } from "vitest";
import { pdfOf } from "../../testing/tiny-pdf.ts";
import { Ref } from "../generated/pdfjs-core.mjs";
import { openCoreDocument } from "./core-document.ts";

/** A PDF whose page tree is `kids`: the numbers of pages, or the numbers of pages of a branch. */
function pdfOfTree(kids: readonly (number | readonly number[])[], pages: number): Uint8Array {
  const first = 3 + kids.length;
  const ref = (page: number): string => `${first + page} 0 R`;
  const objects = kids.map((kid) => {
    if (typeof kid === "number") return "null";
    return `<< /Type /Pages /Parent 2 0 R /Count ${kid.length} /Kids [${kid.map((page) => ref(page)).join(" ")}] >>`;
  });
  const references = kids.map((kid, index) => (typeof kid === "number" ? ref(kid) : `${3 + index} 0 R`));
  const count = kids.reduce((sum: number, kid) => sum + (typeof kid === "number" ? 1 : kid.length), 0);
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${count} /Kids [${references.join(" ")}] >>`,
    ...objects,
    ...Array.from(
      { length: pages },
      (_, page) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${100 + page} 100] >>`,
    ),
  ]);
}

/** Which pages are found at these positions. */
async function pagesAt(pdf: Uint8Array, positions: readonly number[]): Promise<readonly number[]> {
  await using document = await openCoreDocument(pdf, "");
  const found: number[] = [];
  for (const position of positions) found.push(((await document.page(position)).view[2] ?? 0) - 100);
  return found;
}

const ALL = [0, 1, 2, 3, 4, 5];

test.each([
  ["a flat tree", [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]],
  ["branches", [[0, 1], 2, [3], [4, 5]], [0, 1, 2, 3, 4, 5]],
  ["a page that stands in it twice", [0, 1, 0, 2, 2, 0], [0, 1, 0, 2, 2, 0]],
])("of %s, pages are found in any order", async (_, kids, expected) => {
  const pdf = pdfOfTree(kids, 6);
  expect(await pagesAt(pdf, ALL)).toEqual(expected);
  const order = [3, 4, 0, 5, 1, 2];
  expect(await pagesAt(pdf, order)).toEqual(order.map((position) => expected[position]));
});

test("pages asked for at the same time are found", async () => {
  await using document = await openCoreDocument(pdfOfTree(ALL, 6), "");
  const pages = await Promise.all(ALL.map((position) => document.page(position)));
  expect(pages.map(({ view }) => (view[2] ?? 0) - 100)).toEqual(ALL);
});

test("a branch that stands in the tree twice is walked twice", async () => {
  const pdf = Buffer.from(pdfOfTree([[0, 1], [0, 1], 2], 3));
  const twice = Buffer.from(
    pdf.toString("latin1").replace("/Kids [3 0 R 4 0 R", "/Kids [3 0 R 3 0 R"),
    "latin1",
  );
  expect(await pagesAt(twice, [0, 1, 2, 3, 4])).toEqual([0, 1, 0, 1, 2]);
});

test("reading all pages of a flat tree takes steps in proportion to them", async () => {
  const pages = 1000;
  const positions = Array.from({ length: pages }, (_, index) => index);
  await using document = await openCoreDocument(pdfOfTree(positions, pages), "");
  // pdf.js looks references up by their text.
  using lookUps = vi.spyOn(Ref.prototype, "toString");
  for (const position of positions) await document.page(position);
  expect(lookUps.mock.calls.length).toBeLessThan(40 * pages);
});
