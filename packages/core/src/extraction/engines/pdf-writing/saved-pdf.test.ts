import { PDFDocument, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { openDocument } from "../open-document.ts";
import { onePagePdf } from "../testing/tiny-pdf.ts";
import { savedPdf } from "./saved-pdf.ts";

/** A document with so many small objects, of which only every `step`th number is taken. */
async function documentOf(objects: number, step: number, version: string): Promise<PDFDocument> {
  const bytes = Buffer.from(onePagePdf("BT /F1 12 Tf 20 50 Td (kept) Tj ET"));
  bytes.write(version, 5, "latin1");
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  for (let number = 0; number < objects; number++) {
    const ref = PDFRef.of(100 + number * step);
    document.context.assign(ref, document.context.obj({ Number: number }));
  }
  return document;
}

async function secondsToSave(document: PDFDocument): Promise<number> {
  const before = process.cpuUsage().user;
  await savedPdf(document);
  return (process.cpuUsage().user - before) / 1e6;
}

test.each([
  ["a cross-reference table", "1.4"],
  ["a cross-reference stream", "1.7"],
])("a PDF of many objects is saved with %s in time in proportion to them", async (_, v) => {
  await secondsToSave(await documentOf(4000, 2, v));
  const few = await secondsToSave(await documentOf(5000, 2, v));
  // Eight times as many objects; if each were compared with all before it, this would take 64 times as long.
  const many = await documentOf(40_000, 2, v);
  // On a busy machine, the same work takes more time of the processor now and then.
  const seconds = Math.min(await secondsToSave(many), await secondsToSave(many));
  expect(seconds).toBeLessThan(24 * Math.max(few, 0.05));
});

test.each(["1.4", "1.7"])("what was saved from version %s reads as before", async (version) => {
  const saved = await savedPdf(await documentOf(200, 3, version));
  await using document = await openDocument(saved, { password: "" });
  const { content, engine } = await document.readPage(1);
  expect(content.glyphs.text.join("")).toBe("kept");
  expect(engine).toBe("native");
  const again = await PDFDocument.load(saved, { updateMetadata: false });
  expect(again.context.lookup(PDFRef.of(100 + 199 * 3))?.toString()).toContain("/Number 199");
});
