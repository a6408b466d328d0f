import { expect, test } from "vitest";
import { ExtractionError } from "../extraction-error.ts";
import type { DocumentEngine, EngineName } from "./engine.ts";
import { nativeEngine } from "./native/native-engine.ts";
import { openDocument, openWithEngines } from "./open-document.ts";
import { pdfjsEngine } from "./pdfjs/pdfjs-engine.ts";
import { encryptedPdf } from "./testing/encrypted-pdf.ts";
import { glyphsOf, readPageWith, textOf } from "./testing/read-glyphs.ts";
import { onePagePdf } from "./testing/tiny-pdf.ts";

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

test("the next engine is asked when one cannot open the document", async () => {
  await using document = await openWithEngines([broken("native", damaged), pdfjsEngine], PDF, NO_PASSWORD);
  const { engine, content } = await document.readPage(1);
  expect(engine).toBe("pdfjs");
  expect(textOf(content)).toBe("text");
});

test("the next engine is asked for a page that one cannot read", async () => {
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
  const engines = [nativeEngine, broken("pdfjs", new Error("asked in vain"))];
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
])("the %s engine gives the fields of a form", async (_, engine) => {
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

/** An engine whose only page shows `text`. */
const showing = (name: EngineName, text: string): DocumentEngine => ({
  name,
  open: (_bytes, options) => nativeEngine.open(onePagePdf(`BT /F1 2 Tf 5 30 Td (${text}) Tj ET`), options),
});

test.each([
  ["one that reads it well", WORDS.repeat(3), "pdfjs"],
  ["one that reads it no better", "\\001\\002\\003\\004\\005\\006", "native"],
  ["one that reads too little to tell", "Harbour", "native"],
])("of a garbled page, and %s, the better is taken", async (_, text, expected) => {
  const garbled = showing("native", "\\001\\002\\003\\004\\005\\006");
  await using document = await openWithEngines([garbled, showing("pdfjs", text)], PDF, NO_PASSWORD);
  const { engine, fault } = await document.readPage(1);
  expect(engine).toBe(expected);
  expect(fault === "").toBe(expected === "pdfjs");
});
