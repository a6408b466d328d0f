import { expect, test } from "vitest";
import { encryptedPdf } from "../testing/encrypted-pdf.ts";
import { readPageWith, textOf } from "../testing/read-glyphs.ts";
import { onePagePdf, pdfOf } from "../testing/tiny-pdf.ts";
import { nativeEngine } from "./native-engine.ts";

const CONTENT = "BT /F1 10 Tf 20 30 Td (text) Tj ET";
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");

test.each([
  [
    "its cross-references are wrong",
    (pdf: string) => pdf.replace(/\n\d{10} 00000 n/g, "\n0000000007 00000 n"),
  ],
  ["its end is cut off", (pdf: string) => pdf.slice(0, pdf.indexOf("xref"))],
  ["its beginning, with the page tree, is lost", (pdf: string) => pdf.slice(pdf.indexOf("3 0 obj"))],
  [
    "only a page and its content are left",
    (pdf: string) => pdf.slice(pdf.indexOf("3 0 obj"), pdf.indexOf("xref")),
  ],
  ["other bytes come before its header", (pdf: string) => `junk\n${pdf}`],
  ["its header is missing", (pdf: string) => pdf.slice("%PDF-1.7\n".length)],
  ["a stream has the wrong length", (pdf: string) => pdf.replace(/Length \d+/, "Length 3")],
])("a document is repaired when %s", async (_, damage) => {
  const bytes = bytesOf(damage(latin1(onePagePdf(CONTENT))));
  expect(textOf(await readPageWith(nativeEngine, bytes))).toBe("text");
});

test.each([
  ["nothing", ""],
  ["no PDF", "hello"],
  ["a PDF without objects", "%PDF-1.7\n%%EOF"],
])("%s is refused as damaged", async (_, text) => {
  await expect(nativeEngine.open(bytesOf(text), { password: "" })).rejects.toMatchObject({
    code: "DAMAGED_DOCUMENT",
  });
});

test("a document without pages is refused in so many words", async () => {
  const bytes = pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"]);
  await expect(nativeEngine.open(bytes, { password: "" })).rejects.toThrow("The PDF has no pages.");
});

test.each([
  ["an empty user password", { user: "", owner: "boss" }, ""],
  ["the user password", { user: "reader", owner: "boss" }, "reader"],
  ["the owner password", { user: "reader", owner: "boss" }, "boss"],
  ["a needless password beside an empty user password", { user: "", owner: "boss" }, "boss"],
])("%s opens an encrypted document", async (_, passwords, password) => {
  await using document = await nativeEngine.open(encryptedPdf(passwords), { password });
  expect(textOf(await document.readPage(1))).toBe("secret");
});

test.each([
  ["", "The PDF is encrypted; pass its user or owner password."],
  ["wrong", "The password does not open the PDF; pass its user or owner password."],
])("with the password %j an encrypted document says what to do", async (password, message) => {
  const opening = nativeEngine.open(encryptedPdf({ user: "reader", owner: "boss" }), { password });
  await expect(opening).rejects.toMatchObject({ code: "PASSWORD_REQUIRED", message });
});

test("shared bytes, and bytes inside a larger buffer, are read and left as they are", async () => {
  const pdf = onePagePdf(CONTENT);
  const shared = new Uint8Array(new SharedArrayBuffer(pdf.length + 10), 10);
  shared.set(pdf);
  expect(textOf(await readPageWith(nativeEngine, shared))).toBe("text");
  expect(Buffer.from(shared)).toEqual(Buffer.from(pdf));
});

test("a page that is missing fails alone", async () => {
  const bytes = pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [9 0 R 3 0 R] /Count 2 >>",
    "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    { entries: "", bytes: CONTENT },
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
  await using document = await nativeEngine.open(bytes, { password: "" });
  await expect(document.readPage(1)).rejects.toMatchObject({ code: "DAMAGED_DOCUMENT" });
  expect(textOf(await document.readPage(2))).toBe("text");
});

test("a page tree that contains itself ends", async () => {
  const bytes = pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>",
  ]);
  await expect(readPageWith(nativeEngine, bytes)).rejects.toMatchObject({ code: "DAMAGED_DOCUMENT" });
});

test("parts of a page's content are read as one", async () => {
  const bytes = pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /Contents [4 0 R 9 0 R 6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>",
    { entries: "", bytes: "BT /F1 10 Tf" },
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    { entries: "", bytes: "20 30 Td (text) Tj ET" },
  ]);
  const page = await readPageWith(nativeEngine, bytes);
  expect(textOf(page)).toBe("text");
  expect(page.notes).toEqual(["A part of the page's content is missing."]);
});
