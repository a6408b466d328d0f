import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExtractor, createIsolatedExtractor, type ExtractorApart } from "./create-extractor.ts";
import { plainOutcome } from "./result/storable-outcome.ts";
import { extractText } from "./extract-text.ts";
import type { ExtractedDocument } from "./result/extracted-document.ts";
import type { ExtractCall, Extractor } from "./extractor/extractor.ts";
import type { DocumentSource } from "./document/document-source.ts";
import type { ExtractOptionsInput } from "./options/extract-options.ts";
import { warmUpDocument } from "./pool/pages/warm-up-document.ts";

type Extract = (
  source: DocumentSource,
  options?: ExtractOptionsInput,
  call?: ExtractCall,
) => Promise<ExtractedDocument>;

const PDF = warmUpDocument();

let folder: string;
let path: string;
let inProcess: Extractor;
let isolated: ExtractorApart;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-extractor-"));
  path = join(folder, "document.pdf");
  await writeFile(path, PDF);
  inProcess = createExtractor({ threads: 1 });
  isolated = createIsolatedExtractor({ threads: 1 });
});
afterAll(async () => {
  await inProcess[Symbol.asyncDispose]();
  await isolated[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ways: readonly (readonly [string, Extract])[] = [
  ["extractText", extractText],
  ["an extractor", (...call) => inProcess.extract(...call)],
  ["an isolated extractor", (...call) => isolated.extract(...call)],
];

describe.each(ways)("%s", (_, extract) => {
  test.each([
    ["bytes", () => PDF],
    ["a path", () => path],
    ["a file URL", () => pathToFileURL(path)],
  ])("reads %s", async (_source, source) => {
    const document = await extract(source());
    expect(document).toMatchObject({ pageCount: 1, message: "" });
    expect(document.text).toMatch(
      /^\n\nWarm threads answer at once\. → \n[^]* 1,234\.56 +1,234\.56 \n<<<\f$/,
    );
    expect(document.lines).toHaveLength(document.text.split("\n").length);
    const [page] = document.pages;
    expect(page).toMatchObject({ number: 1, status: "read", message: "" });
    const words = page?.lines.flatMap((line) => line.words.map((word) => word.text));
    expect(words?.slice(0, 6)).toEqual(["Warm", "threads", "answer", "at", "once.", "→"]);
  });

  test("reports each page when it is finished", async () => {
    const calls: unknown[] = [];
    await extract(PDF, {}, { onPage: ({ number }, progress) => calls.push([number, progress]) });
    expect(calls).toEqual([[1, { done: 1, total: 1 }]]);
  });

  test("returns no text and a message when the selection is outside the document", async () => {
    const document = await extract(PDF, { pages: "2-" });
    expect(document).toMatchObject({ pageCount: 1, pages: [], text: "" });
    expect(document.message).toBe("No page is selected: the document has pages 1 to 1.");
  });

  test.each([
    ["an unknown option", { layout: true }, "options"],
    ["an unknown mode", { mode: "fast" }, "mode"],
    ["a malformed page selection", { pages: "1-x" }, "pages"],
  ])("rejects %s and names the option", async (_case, options, option) => {
    const untyped: object = options;
    await expect(extract(PDF, untyped)).rejects.toMatchObject({ code: "BAD_OPTION", option });
  });

  test.each([
    ["a missing file", () => join(folder, "missing.pdf"), "DOCUMENT_NOT_FOUND"],
    ["a folder", () => folder, "DOCUMENT_NOT_FOUND"],
    ["no bytes", () => new Uint8Array(), "EMPTY_DOCUMENT"],
    ["an archive", () => new Uint8Array([0x1f, 0x8b]), "UNSUPPORTED_DOCUMENT"],
    ["a ZIP file that was cut off", () => new TextEncoder().encode("PK\x03\x04…"), "DAMAGED_DOCUMENT"],
    ["a damaged image", () => new TextEncoder().encode("GIF89a…"), "DAMAGED_DOCUMENT"],
    ["a PDF truncated after its header", () => PDF.slice(0, 9), "DAMAGED_DOCUMENT"],
    ["a URL with another scheme than file:", () => new URL("https://example.org/a.pdf"), "BAD_OPTION"],
  ])("refuses %s", async (_case, source, code) => {
    await expect(extract(source())).rejects.toMatchObject({ name: "ExtractionError", code });
  });

  test.each([null, undefined, 42, [], {}, "", new URL("file://elsewhere/a.pdf"), new Date(0)])(
    "rejects %s as a document and names the argument",
    async (source) => {
      const untyped = (): DocumentSource => Object.assign(Object.create(null), { source }).source;
      await expect(extract(untyped())).rejects.toMatchObject({
        name: "ExtractionError",
        code: "BAD_OPTION",
        option: "source",
        message: expect.stringMatching(
          /^source: expected the bytes as a Uint8Array, a path or a file: URL, not /,
        ),
      });
    },
  );

  test("rejects with the reason of a signal that is already aborted", async () => {
    const reason = new Error("no longer needed");
    await expect(extract(PDF, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

test.each([
  [{ threads: 0 }, "threads"],
  [{ pageTimeoutSeconds: -1 }, "pageTimeoutSeconds"],
  [{ maxPages: 0.5 }, "maxPages"],
])("an extractor with %j is rejected", (options, option) => {
  expect(() => createExtractor(options)).toThrow(expect.objectContaining({ code: "BAD_OPTION", option }));
});

test("an extractor yields pages when they are finished", async () => {
  const kinds: string[] = [];
  for await (const event of inProcess.pages(PDF)) kinds.push(event.kind);
  expect(kinds).toEqual(["opened", "page"]);
});

test("pages for a database are compressed and otherwise the same", async () => {
  const { pages } = await isolated.extract(PDF, { mode: "native_text" });
  const stored = [];
  for await (const event of isolated.storablePages(PDF, { mode: "native_text" })) {
    if (event.kind === "page") stored.push(event.outcome);
  }
  expect(stored.map((outcome) => "compressed" in outcome)).toEqual(pages.map(() => true));
  const seconds = expect.any(Number);
  expect(stored.map((outcome) => ({ ...plainOutcome(outcome), seconds }))).toEqual(
    pages.map(({ outcome }) => ({ ...outcome, seconds })),
  );
});
