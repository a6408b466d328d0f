import { createExtractor, type Extractor, OUTPUT_MODES } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lostWords } from "../corpus/lost-words.ts";
import { FIXTURES } from "../fixtures/fixtures.ts";
import { OVERLAPS } from "../fixtures/overlaps.ts";

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 2 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

const documents = Object.entries({ ...FIXTURES, ...OVERLAPS });
const cases = documents.flatMap(([name, make]) => OUTPUT_MODES.map((mode) => [name, mode, make] as const));

test.each(cases)("no word is torn: %s, %s", async (_, outputMode, make) => {
  const { bytes, pages } = make();
  const { pages: read } = await extractor.extract(bytes, { mode: "native_text", outputMode });
  const lost = pages.map(({ words }, page) => {
    const drawn = words.map(({ text }) => text).join("\n");
    return lostWords(read[page]?.text ?? "", [drawn]).lost;
  });
  expect(lost).toEqual(pages.map(() => []));
});
