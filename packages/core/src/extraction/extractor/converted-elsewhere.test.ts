import { expect, test } from "vitest";
import { createExtractor, createIsolatedExtractor, type ExtractorOptions } from "../create-extractor.ts";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import type { Extractor } from "./extractor.ts";
import { openTextFile, wordFile, wordParagraph, zipOf } from "../convert/testing/office-files.ts";
import type { OfficeDocument } from "../convert/external/office-converter.ts";

const native = { mode: "native_text" } as const;
const WORD = wordFile(wordParagraph("built in"));
const OLD_WORD = new Uint8Array(
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("WordDocument", "utf16le")]),
);
const CONVERTED = onePagePdf("", { page: "/MediaBox [0 0 300 100]" });

const extractors: readonly (readonly [string, (options: ExtractorOptions) => Extractor])[] = [
  ["threads", (options) => createExtractor({ threads: 1, ...options })],
  ["an isolated process", (options) => createIsolatedExtractor({ threads: 1, ...options })],
];

test.each(extractors)(
  "%s read and render what another program made of an Office document",
  async (_, create) => {
    const asked: OfficeDocument[] = [];
    await using extractor = create({
      convertOffice: async (document) => {
        asked.push(document);
        return CONVERTED;
      },
    });
    const { pages, message } = await extractor.extract(WORD, { ...native, password: "secret" });
    expect(message).toBe("");
    expect(pages[0]?.outcome).toMatchObject({ width: 300 });
    expect(await extractor.renderPage(WORD, 1, { dpi: 72, password: "secret" })).toMatchObject({
      width: 300,
    });
    expect(asked.map(({ extension, password }) => [extension, password])).toEqual([["docx", "secret"]]);
  },
);

test.each([
  ["docx", WORD],
  ["doc", OLD_WORD],
  ["odt", openTextFile("")],
  ["rtf", Buffer.from("{\\rtf1 x}")],
  [undefined, zipOf({ "a.txt": "x" })],
  [undefined, Buffer.from("plain text")],
  [undefined, onePagePdf("")],
])(
  "a document of type %s is converted elsewhere only if it is an Office document",
  async (extension, document) => {
    const asked: string[] = [];
    await using extractor = createExtractor({
      threads: 1,
      convertOffice: async (given) => {
        asked.push(given.extension);
        return CONVERTED;
      },
    });
    await extractor.extract(new Uint8Array(document), native);
    expect(asked).toEqual(extension === undefined ? [] : [extension]);
  },
);

test("if the other program fails, the built-in converter is used, and the message says so", async () => {
  await using extractor = createExtractor({
    threads: 1,
    convertOffice: () => Promise.reject(new Error("It responded with status 503.")),
  });
  const { text, message } = await extractor.extract(WORD, native);
  expect(text).toContain("built in");
  expect(message).toBe(
    "The document converter failed, so the built-in one was used: It responded with status 503.",
  );
  await expect(extractor.extract(OLD_WORD, native)).rejects.toThrow(/status 503/);
});
