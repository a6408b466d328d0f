import { readFile, readdir } from "node:fs/promises";
import { createExtractor, type Extractor } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { madeDocuments } from "../bench/quality/structure/made-documents.ts";
import { FIXTURES } from "../fixtures/fixtures.ts";
import { OVERLAPS } from "../fixtures/overlaps.ts";
import { ordersOf, wordsInBlocks, wordsOutOfOrder } from "../support/texts/word-order.ts";

const DOCUMENTS = new URL("../fixtures/documents/", import.meta.url);

/** Two texts in one place have no order. */
const OVER_ANOTHER = "an invisible text over a visible one";

const NOTHING = { text: [], markdown: [], html: [], plain: [], chunks: [], csv: [] };

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 2 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

/** The words out of order on the pages of a document, by rendition. */
async function outOfOrder(bytes: Uint8Array): Promise<Readonly<Record<string, readonly string[]>>> {
  const options = { mode: "native_text", outputMode: "text", blocks: true } as const;
  const { pages } = await extractor.extract(bytes, options);
  const found: Record<string, readonly string[]> = { ...NOTHING };
  for (const { number } of pages) {
    // A page by itself: a paragraph that goes on is on two pages.
    const { blocks, text } = await extractor.extract(bytes, { ...options, pages: `${number}` });
    const own = { text: wordsOutOfOrder(wordsInBlocks(blocks), text), ...ordersOf(blocks) };
    for (const [rendition, words] of Object.entries(own))
      found[rendition] = [...(found[rendition] ?? []), ...words];
  }
  return found;
}

test.each(Object.entries({ ...FIXTURES, ...OVERLAPS }).filter(([name]) => name !== OVER_ANOTHER))(
  "all renditions of the fixture %s have its words in one order",
  async (_, make) => expect(await outOfOrder(make().bytes)).toEqual(NOTHING),
);

const files = (await readdir(DOCUMENTS)).filter((name) => name.endsWith(".pdf"));
test.each(files)("all renditions of %s have its words in one order", async (file) =>
  expect(await outOfOrder(await readFile(new URL(file, DOCUMENTS)))).toEqual(NOTHING),
);

test.each(madeDocuments())(
  "all renditions of the made document $name have its words in one order",
  async ({ html }) => expect(await outOfOrder(Buffer.from(html))).toEqual(NOTHING),
);
