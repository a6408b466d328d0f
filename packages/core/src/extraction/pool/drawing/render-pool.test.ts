import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createExtractor, createIsolatedExtractor } from "../../create-extractor.ts";
import { encryptedPdf } from "../../engines/testing/encrypted-pdf.ts";
import { onePagePdf } from "../../engines/testing/tiny-pdf.ts";
import type { Extractor } from "../../extractor/extractor.ts";

const PDF = onePagePdf("0 0 50 50 re f");

/** A page that takes PDFium some seconds. */
const SLOW = onePagePdf("0 0 190 90 re f\n".repeat(400_000), {
  resources: "/ExtGState << /G << /ca 0.5 /BM /Luminosity >> >>",
});

const extractors: readonly (readonly [string, () => Extractor])[] = [
  ["threads", () => createExtractor({ threads: 1 })],
  ["an isolated process", () => createIsolatedExtractor({ threads: 1 })],
];

test.each(extractors)("%s draw a page as a PNG", async (_, create) => {
  await using extractor = create();
  const page = await extractor.renderPage(PDF, 1, { dpi: 72 });
  expect(page).toMatchObject({ number: 1, width: 200, height: 100, dpi: 72 });
  expect(Buffer.from(page.png.subarray(0, 4)).toString("latin1")).toBe("\u0089PNG");
});

test.each(extractors)("%s reject a missing page and an unsupported document", async (_, create) => {
  await using extractor = create();
  await expect(extractor.renderPage(PDF, 2)).rejects.toMatchObject({ code: "BAD_OPTION", option: undefined });
  await expect(extractor.renderPage(PDF, 0)).rejects.toMatchObject({ code: "BAD_OPTION", option: "number" });
  await expect(extractor.renderPage(PDF, 1, { dpi: 0 })).rejects.toMatchObject({ option: "dpi" });
  await expect(extractor.renderPage(Buffer.from("\0 no document"), 1)).rejects.toMatchObject({
    code: "UNSUPPORTED_DOCUMENT",
  });
});

test.each(extractors)("%s render an image file", async (_, create) => {
  await using extractor = create();
  const { png } = await extractor.renderPage(PDF, 1, { dpi: 72 });
  expect(await extractor.renderPage(png, 1, { dpi: 72 })).toMatchObject({ width: 200, height: 100 });
  await expect(extractor.renderPage(png, 2)).rejects.toMatchObject({ code: "BAD_OPTION" });
});

test("a document that was opened with its password is not open to any other", async () => {
  await using extractor = createExtractor({ threads: 1 });
  const bytes = encryptedPdf({ user: "a", owner: "b" });
  await extractor.renderPage(bytes, 1, { password: "a" });
  await expect(extractor.renderPage(bytes, 1)).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
});

test("a file that was changed is drawn as it is now", async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-render-"));
  try {
    await using extractor = createExtractor({ threads: 1 });
    const file = join(folder, "page.pdf");
    await writeFile(file, PDF);
    expect(await extractor.renderPage(file, 1, { dpi: 72 })).toMatchObject({ width: 200 });
    await writeFile(file, onePagePdf("", { page: "/MediaBox [0 0 300 100]" }));
    expect(await extractor.renderPage(file, 1, { dpi: 72 })).toMatchObject({ width: 300 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a page that takes too long fails alone, and the next one is drawn", async () => {
  await using extractor = createExtractor({ threads: 1, pageTimeoutSeconds: 2 });
  const slow = extractor.renderPage(SLOW, 1, { dpi: 1200 });
  const next = extractor.renderPage(PDF, 1);
  await expect(slow).rejects.toMatchObject({ code: "RESOURCE_LIMIT" });
  expect(await next).toMatchObject({ number: 1 });
});

test("a drawing that is not wanted any more ends with the signal's reason", async () => {
  await using extractor = createIsolatedExtractor({ threads: 1 });
  const controller = new AbortController();
  const drawing = extractor.renderPage(SLOW, 1, { dpi: 1200 }, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(drawing).rejects.toThrow("enough");
  expect(await extractor.renderPage(PDF, 1)).toMatchObject({ number: 1 });
});
