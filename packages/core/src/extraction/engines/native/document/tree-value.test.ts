import { expect, test } from "vitest";
import { pdfOf } from "../../testing/tiny-pdf.ts";
import { openCoreDocument, type CoreDocument } from "./core-document.ts";
import { treeValue } from "./tree-value.ts";

/** Opens a PDF whose catalog has a tree as its entry /Tree; its nodes are numbered from 4. */
function openTree(root: string, nodes: readonly string[] = []): Promise<CoreDocument> {
  return openCoreDocument(
    pdfOf([
      `<< /Type /Catalog /Pages 2 0 R /Tree ${root} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>",
      ...nodes,
    ]),
    "",
  );
}

function valueIn({ xref }: CoreDocument, key: number | string): unknown {
  const catalog = xref.trailer.get("Root");
  if (typeof catalog !== "object" || catalog === null || !("get" in catalog)) return undefined;
  return typeof catalog.get === "function" ? treeValue(catalog.get("Tree"), key, xref) : undefined;
}

test("the values of a tree are found in its leaves", async () => {
  await using numbers = await openTree("<< /Kids [4 0 R 5 0 R] >>", [
    "<< /Limits [0 1] /Nums [0 7 1 6 0 R] >>",
    "<< /Limits [2 9] /Kids [<< /Nums [2 9] >>] >>",
    "[1 2 3]",
  ]);
  expect([0, 1, 2, 3].map((key) => valueIn(numbers, key))).toEqual([7, [1, 2, 3], 9, undefined]);
  await using names = await openTree("<< /Names [(a) 1 (b) 2 (a) 3] >>");
  expect(["a", "b", "c"].map((key) => valueIn(names, key))).toEqual([1, 2, undefined]);
});

test("a tree that holds itself, or each of its nodes twice, is walked once", async () => {
  const depth = 30;
  const nodes = Array.from({ length: depth }, (_, at) => `<< /Kids [${at + 5} 0 R ${at + 5} 0 R 4 0 R] >>`);
  await using document = await openTree("4 0 R", [...nodes, "<< /Nums [5 50] >>"]);
  expect([5, 6].map((key) => valueIn(document, key))).toEqual([50, undefined]);
});
