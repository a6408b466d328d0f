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
  const message = (names: string): string =>
    `Files inside the document that were not read: ${names}. Set attachments to read to read them.`;

  test.each([
    ["a mail", async () => MAIL, message("offer.docx, note.txt, data.rar")],
    ["a PDF", () => pdfWithFiles({ "invoice.xml": encoded("<a/>") }), message("invoice.xml")],
    [
      "a mail in a ZIP file",
      async () => zipOf({ "mail.eml": MAIL }),
      `mail.eml: ${message("offer.docx, note.txt, data.rar")}`,
    ],
  ])("by the message of %s", async (_, document, expected) => {
    expect(await extractText(await document(), native)).toMatchObject({ pageCount: 1, message: expected });
  });
});

describe("a ZIP file is nothing but its files, which are read by default", () => {
  test("in its order, also those of ZIP files in it; what cannot be read is named with the reason", async () => {
    const document = zipOf({
      "offer.docx": WORD,
      "scans/inner.zip": zipOf({ "note.txt": "Text of the note" }),
      "a.bin": "\0\u0001",
      "b.bin": "\0\u0001",
      "__MACOSX/._offer.docx": "\0",
    });
    const { pages, message } = await extractText(document, native);
    expect(pages.map(({ text, message: origin }) => [text.replaceAll("<<<", "").trim(), origin])).toEqual([
      ["Text of the offer", "From the file offer.docx."],
      ["Text of the note", "From the file scans/inner.zip / note.txt."],
    ]);
    expect(message).toMatch(
      /^a\.bin, b\.bin were not read: The document is of an unknown kind; supported: PDF/,
    );
  });

  test.each([
    ["without files", zipOf({}), "UNSUPPORTED_DOCUMENT", /^The ZIP file contains no files\.$/],
    [
      "without a file that can be read",
      zipOf({ "a.bin": "\0\u0001" }),
      "UNSUPPORTED_DOCUMENT",
      /^No file in the ZIP file can be read\. a\.bin was not read: The document is of an unknown kind;/,
    ],
    [
      "of files that need a password",
      zipOf({ "locked.pdf": encryptedPdf({ user: "key", owner: "other" }) }),
      "PASSWORD_REQUIRED",
      /^No file in the ZIP file can be read\. locked\.pdf was not read: The PDF is encrypted/,
    ],
  ])("one %s is rejected", async (_, document, code, message) => {
    await expect(extractText(document, native)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test("an encrypted one is rejected by its name", async () => {
    const document = Buffer.from(zipOf({ "a.txt": "secret" }));
    const directory = document.lastIndexOf("PK\u0001\u0002");
    for (const flags of [6, directory + 8]) document.writeUInt16LE(1, flags);
    await expect(extractText(document, native)).rejects.toThrow(
      "No file in the ZIP file can be read. a.txt was not read: The ZIP file is encrypted, which is not supported.",
    );
  });

  test("up to a number of files, those of ZIP files in it included", async () => {
    const files = (folder: string, count: number): Readonly<Record<string, string>> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}${index}.txt`, "x"]));
    const document = zipOf({ "inner.zip": zipOf(files("a", 150)), ...files("b", 150) });
    const { message } = await extractText(document, { ...native, pages: "199" });
    expect(message).toMatch(
      /b49\.txt, .* and 81 more were not read: At most 200 contained files are read\.$/,
    );
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
      "From the file inner.zip / deep.txt.",
      expect.stringMatching(/^From the file scan\.png\./),
    ]);
    expect(pages[1]?.text).toContain("deepest text");
    expect(await extractor.renderPage(document, 3, { dpi: 96, attachments: "read" })).toMatchObject({
      number: 3,
    });
    await expect(extractor.renderPage(document, 3)).rejects.toMatchObject({ code: "BAD_OPTION" });
  });

  test("with the password of the call, if they are encrypted", async () => {
    const document = zipOf({ "locked.pdf": encryptedPdf({ user: "key", owner: "other" }), "a.txt": "open" });
    const opened = await extractText(document, { ...read, password: "key" });
    expect(opened.pages.map(({ text }) => text.trim().split("\n").at(-1)?.trim())).toEqual([
      "secret",
      "open",
    ]);
    const refused = await extractText(document, read);
    expect(refused.pageCount).toBe(1);
    expect(refused.message).toMatch(/^locked\.pdf was not read: The PDF is encrypted/);
  });

  test("to a bounded depth", async () => {
    let document = zipOf({ "last.txt": "x" });
    for (let depth = 0; depth < 10; depth++) document = zipOf({ "a.txt": "y", "inner.zip": document });
    const { pageCount, message } = await extractText(document, read);
    expect(pageCount).toBe(3);
    expect(message).toMatch(
      /^inner\.zip \/ inner\.zip \/ inner\.zip \/ a\.txt, .*inner\.zip were not read: Files inside files are read to a depth of 3\.$/,
    );
  });
});
