import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createExtractor } from "../create-extractor.ts";
import { encryptedPdf } from "../engines/testing/encrypted-pdf.ts";
import { onePagePdf } from "../engines/testing/tiny-pdf.ts";
import { extractText } from "../extract-text.ts";
import { wordFile, wordParagraph, zipOf } from "./testing/office-files.ts";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
const native = { mode: "native_text" } as const;
const read = { ...native, attachments: "read" } as const;

const WORD = wordFile(wordParagraph("Text of the offer"));

/** A mail with a Word document, a text and an archive of an unknown format. */
const MAIL = encoded(
  [
    "From: ada@example.org\r\nSubject: Offer\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n",
    "Content-Type: text/plain\r\n\r\nSee attached.\r\n",
    `Content-Disposition: attachment; filename="offer.docx"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(WORD).toString("base64")}\r\n`,
    'Content-Disposition: attachment; filename="note.txt"\r\n\r\nText of the note\r\n',
    'Content-Disposition: attachment; filename="data.rar"\r\nContent-Transfer-Encoding: base64\r\n\r\nUmFyIRoHAA==\r\n',
  ].join("--x\r\n"),
);

async function pdfWithFiles(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const document = await PDFDocument.load(onePagePdf("BT /F1 12 Tf 20 50 Td (Cover page) Tj ET"));
  for (const [name, bytes] of Object.entries(files)) await document.attach(bytes, name);
  return document.save();
}

describe("by default, files inside a document are named", () => {
  const names = "Files inside the document that were not read: ";

  test.each([
    ["a mail", async () => MAIL, `${names}offer.docx, note.txt, data.rar.`],
    ["a ZIP file", async () => zipOf({ "a/one.pdf": "x", "two.txt": "y" }), `${names}a/one.pdf, two.txt.`],
    ["a PDF", () => pdfWithFiles({ "invoice.xml": encoded("<a/>") }), `${names}invoice.xml.`],
  ])("by the message of %s", async (_, document, message) => {
    expect(await extractText(await document(), native)).toMatchObject({ pageCount: 1, message });
  });
});

describe("with the option, files inside a document are read after it", () => {
  test("and every page says which file it is from", async () => {
    const { pages, message } = await extractText(MAIL, read);
    expect(
      pages.map(({ text, message: origin }) => [text.trim().split("\n").at(-1)?.trim(), origin]),
    ).toEqual([
      ["See attached.", ""],
      ["Text of the offer", "From the file offer.docx."],
      ["Text of the note", "From the file note.txt."],
    ]);
    expect(message).toMatch(/^data\.rar was not read: The document is a RAR archive; supported: PDF/);
  });

  test("of a PDF and of an archive inside an archive, images included", async () => {
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const inner = zipOf({ "deep.txt": "deepest text" });
    const document = await pdfWithFiles({ "inner.zip": inner, "scan.png": png });
    await using extractor = createExtractor({ threads: 1 });
    const { pages } = await extractor.extract(document, read);
    expect(pages.map(({ message }) => message)).toEqual([
      "",
      "From the file inner.zip.",
      "From the file inner.zip / deep.txt.",
      expect.stringMatching(/^From the file scan\.png\./),
    ]);
    expect(pages[2]?.text).toContain("deepest text");
    expect(await extractor.renderPage(document, 4, { dpi: 96, attachments: "read" })).toMatchObject({
      number: 4,
    });
    await expect(extractor.renderPage(document, 4)).rejects.toMatchObject({ code: "BAD_OPTION" });
  });

  test("with the password of the call, if they are encrypted", async () => {
    const document = zipOf({ "locked.pdf": encryptedPdf({ user: "key", owner: "other" }), "a.txt": "open" });
    const opened = await extractText(document, { ...read, password: "key" });
    expect(opened.pages.map(({ text }) => text.trim().split("\n").at(-1)?.trim())).toEqual([
      expect.anything(),
      "secret",
      "open",
    ]);
    const refused = await extractText(document, read);
    expect(refused.pageCount).toBe(2);
    expect(refused.message).toMatch(/^locked\.pdf was not read: The PDF is encrypted/);
  });

  test("to a bounded depth", async () => {
    let document = zipOf({ "last.txt": "x" });
    for (let depth = 0; depth < 10; depth++) document = zipOf({ "inner.zip": document });
    const { pageCount, message } = await extractText(document, read);
    expect(pageCount).toBe(4);
    expect(message).toContain("Files inside the document that were not read: inner.zip.");
  });
});
