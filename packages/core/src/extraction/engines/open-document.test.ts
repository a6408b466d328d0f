import { expect, test } from "vitest";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { DocumentEngine, EngineName } from "./engine.ts";
import { nativeEngine } from "./native/native-engine.ts";
import { openDocument, openWithEngines } from "./open-document.ts";
import { pdfjsEngine } from "./pdfjs/pdfjs-engine.ts";
import { encryptedPdf } from "./testing/encrypted-pdf.ts";
import { glyphsOf, readPageWith, textOf } from "./testing/read-glyphs.ts";
import { onePagePdf, type PdfObject } from "./testing/tiny-pdf.ts";

const PDF = onePagePdf("BT /F1 10 Tf 20 30 Td (text) Tj ET", { page: "/MediaBox [0 0 200 100] /Rotate 90" });
const NO_PASSWORD = { password: "" };

const broken = (name: EngineName, error: Error): DocumentEngine => ({
  name,
  open: () => Promise.reject(error),
});

const damaged = new ExtractionError("DAMAGED_DOCUMENT", "damaged, says the first");

test("the first engine that can read a page reads it, and is named", async () => {
  await using document = await openDocument(PDF, NO_PASSWORD);
  const { engine, content } = await document.readPage(1);
  expect(engine).toBe("native");
  expect(textOf(content)).toBe("text");
});

test("the next engine is tried if one cannot open the document", async () => {
  await using document = await openWithEngines([broken("native", damaged), pdfjsEngine], PDF, NO_PASSWORD);
  const { engine, content } = await document.readPage(1);
  expect(engine).toBe("pdfjs");
  expect(textOf(content)).toBe("text");
});

test("the next engine is tried for a page that one cannot read", async () => {
  const failing: DocumentEngine = {
    name: "native",
    open: async () => ({
      pageCount: 1,
      readPage: () => Promise.reject(damaged),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
  };
  await using document = await openWithEngines([failing, pdfjsEngine], PDF, NO_PASSWORD);
  expect((await document.readPage(1)).engine).toBe("pdfjs");
});

test("when every engine fails, what the first one said counts", async () => {
  const engines = [broken("native", damaged), broken("pdfjs", new Error("the second"))];
  await expect(openWithEngines(engines, PDF, NO_PASSWORD)).rejects.toBe(damaged);
});

test("a missing password is not tried out on every engine", async () => {
  const engines = [nativeEngine, broken("pdfjs", new Error("not called"))];
  const opening = openWithEngines(engines, encryptedPdf({ user: "a", owner: "b" }), NO_PASSWORD);
  await expect(opening).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
});

test("both engines put a run of text at the same place, in the same direction and size", async () => {
  const [native] = glyphsOf(await readPageWith(nativeEngine, PDF));
  const [pdfjs] = glyphsOf(await readPageWith(pdfjsEngine, PDF));
  expect(pdfjs).toEqual({ ...native, advance: pdfjs?.advance });
});

test.each([
  ["native", nativeEngine],
  ["pdfjs", pdfjsEngine],
])("the %s engine returns the fields of a form", async (_, engine) => {
  const bytes = onePagePdf("", {
    page: "/MediaBox [0 0 200 100] /Annots [10 0 R 11 0 R]",
    catalog: "/AcroForm << /Fields [10 0 R 11 0 R] /DA (/Helv 7 Tf 0 g) >>",
    objects: [
      "<< /Subtype /Widget /Rect [20 30 120 50] /FT /Tx /T (city) /V (Oslo) >>",
      "<< /Subtype /Widget /Rect [20 10 30 20] /FT /Btn /T (agree) /V /Yes /AS /Yes /AP << /N << /Yes null >> >> >>",
    ],
  });
  expect((await readPageWith(engine, bytes)).fields).toMatchObject([
    {
      name: "city",
      kind: "text",
      value: "Oslo",
      checked: null,
      fontSize: 7,
      box: { x0: 20, y0: 50, x1: 120, y1: 70 },
    },
    { name: "agree", kind: "checkbox", value: "Yes", checked: true },
  ]);
});

const WORDS =
  "The harbour office takes applications for moorings between spring and autumn every single year. ";

/** A page of six codes in a font whose glyphs have names that mean nothing, with the given further entries. */
const sixCodes = (entries = "", ...objects: readonly PdfObject[]): Uint8Array =>
  onePagePdf("BT /F2 10 Tf 20 30 Td <010203040506> Tj ET", {
    resources: "/Font << /F2 10 0 R >>",
    objects: [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> ${entries}
        /Encoding << /Differences [1 /a1 /a2 /a3 /a4 /a5 /a6] >> /FirstChar 1 /LastChar 6 /Widths [1 1 1 1 1 1] >>`,
      ...objects,
    ],
  });

/** An engine that finds another text in every document. */
const finding = (text: string): DocumentEngine => ({
  name: "pdfjs",
  open: (_bytes, options) => nativeEngine.open(onePagePdf(`BT /F1 2 Tf 5 30 Td (${text}) Tj ET`), options),
});

test.each([
  ["finds words", WORDS.repeat(3), "pdfjs"],
  ["finds no better text", "\\001\\002\\003\\004\\005\\006", "native"],
  ["finds too little to tell", "Harbour", "native"],
])("a garbled page is read by the next engine that %s: %s", async (_, text, expected) => {
  await using document = await openWithEngines([nativeEngine, finding(text)], sixCodes(), NO_PASSWORD);
  const { engine, fault } = await document.readPage(1);
  expect(engine).toBe(expected);
  expect(fault === "").toBe(expected === "pdfjs");
});

test("wrong mappings in the document itself are not retried", async () => {
  const wrong = sixCodes("/ToUnicode 11 0 R", {
    entries: "",
    bytes:
      "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <01> <06> <E000> endbfrange endcmap",
  });
  await using document = await openWithEngines([nativeEngine, finding(WORDS.repeat(3))], wrong, NO_PASSWORD);
  expect(await document.readPage(1)).toMatchObject({
    engine: "native",
    fault: expect.stringContaining("mean"),
  });
});

test.each([
  ["for certificates", "/Encrypt << /Filter /Adobe.PubSec /V 4 /R 4 >> /ID [<00> <00>]"],
  ["by an unknown algorithm", "/Encrypt << /Filter /Standard /V 3 /R 3 >> /ID [<00> <00>]"],
])("a document that is encrypted %s is reported as such, not as damaged", async (_, trailer) => {
  const bytes = onePagePdf("BT /F1 10 Tf 20 30 Td (text) Tj ET", { trailer });
  const message = expect.stringContaining("only encryption with a password is supported");
  await expect(openDocument(bytes, NO_PASSWORD)).rejects.toMatchObject({
    code: "UNSUPPORTED_DOCUMENT",
    message,
  });
});
