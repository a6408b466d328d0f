import { readFile, readdir } from "node:fs/promises";
import { createExtractor, type DocumentBlocks, type Extractor, searchablePdf } from "@galley/core";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { madeDocuments } from "../bench/quality/structure/made-documents.ts";
import { FIXTURES } from "../fixtures/fixtures.ts";
import { OVERLAPS } from "../fixtures/overlaps.ts";
import { block } from "../support/texts/made-blocks.ts";
import { charactersOf, lossesOf, lostCharacters, NO_LOSS } from "../support/texts/shown-characters.ts";

const DOCUMENTS = new URL("../fixtures/documents/", import.meta.url);

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 2 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

function charactersIn({ blocks }: DocumentBlocks): string {
  return blocks.map((own) => charactersOf(own)).join("");
}

test("no rendition loses a character of a made block", () => {
  fc.assert(
    fc.property(block, (own) => {
      expect(lossesOf({ blocks: [own] })).toEqual(NO_LOSS);
    }),
    { numRuns: 2000 },
  );
});

test.each(Object.entries({ ...FIXTURES, ...OVERLAPS }))(
  "no rendition of the fixture %s loses a character of its blocks",
  async (_, make) => {
    const { bytes } = make();
    const document = await extractor.extract(bytes, { blocks: true });
    expect(lossesOf(document.blocks)).toEqual(NO_LOSS);
    expect(lostCharacters(charactersIn(document.blocks), document.text)).toEqual([]);
    const searchable = await searchablePdf(bytes, document);
    const { text } = await extractor.extract(searchable, { mode: "native_text" });
    expect(lostCharacters(charactersIn(document.blocks), text)).toEqual([]);
  },
);

const files = (await readdir(DOCUMENTS)).filter((name) => name.endsWith(".pdf"));
test.each(files)("no rendition of %s loses a character of its blocks", async (file) => {
  const bytes = await readFile(new URL(file, DOCUMENTS));
  const { blocks } = await extractor.extract(bytes, { blocks: true });
  expect(lossesOf(blocks)).toEqual(NO_LOSS);
});

test.each(madeDocuments())("no rendition of the made document $name loses a character", async ({ html }) => {
  const { blocks } = await extractor.extract(Buffer.from(html), { blocks: true });
  expect(lossesOf(blocks)).toEqual(NO_LOSS);
});
