import { expect, test } from "vitest";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { DocumentEngine, EngineName } from "../engine.ts";
import { nativeEngine } from "../native/native-engine.ts";
import { openWithEngines } from "../open-document.ts";
import { encryptedPdf } from "../testing/encrypted-pdf.ts";
import { glyphsOf, readPageWith, textOf } from "../testing/read-glyphs.ts";
import { onePagePdf } from "../testing/tiny-pdf.ts";
import { pdfiumEngine } from "./pdfium-engine.ts";
import { startedPdfium } from "./pdfium-library.ts";

const NO_PASSWORD = { password: "" };
const TEXT = "BT /F1 10 Tf 20 30 Td (text, two words) Tj ET";

test.each([0, 90, 180, 270])(
  "glyphs of a page rotated by %d degrees have the same positions as in the first engine",
  async (turn) => {
    const bytes = onePagePdf(`${TEXT} BT 0 1 -1 0 60 40 Tm /F1 8 Tf 120 Tz (up) Tj ET`, {
      page: `/MediaBox [-10 -20 200 100] /Rotate ${turn}`,
    });
    const [expected, read] = [
      await readPageWith(nativeEngine, bytes),
      await readPageWith(pdfiumEngine, bytes),
    ];
    const { width, height, rotation } = expected;
    expect(read).toMatchObject({ width, height, rotation });
    expect(glyphsOf(read)).toEqual(
      glyphsOf(expected).map((glyph) => ({
        ...glyph,
        x: expect.closeTo(glyph.x, 1),
        y: expect.closeTo(glyph.y, 1),
        advance: expect.closeTo(glyph.advance, 1),
        size: expect.closeTo(glyph.size, 1),
      })),
    );
  },
);

test("invisible and white text says so", async () => {
  const read = await readPageWith(
    pdfiumEngine,
    onePagePdf("BT /F1 10 Tf 20 60 Td 3 Tr (a) Tj 0 -20 Td 0 Tr 1 g (b) Tj 0 -20 Td 0 g (c) Tj ET"),
  );
  expect(glyphsOf(read).map(({ text, flags }) => [text, flags])).toEqual([
    ["a", 1],
    ["b", 4],
    ["c", 0],
  ]);
});

test("rules, boxes and images have the same positions as in the first engine", async () => {
  const bytes = onePagePdf(
    "2 w 10 50 m 150 50 l S 20 20 100 1 re f 1 w 40 70 10 10 re S q 30 0 0 20 100 60 cm /I Do Q",
    {
      resources: "/XObject << /I 10 0 R >>",
      objects: [
        {
          entries:
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray",
          bytes: "x",
        },
      ],
    },
  );
  const [expected, read] = [await readPageWith(nativeEngine, bytes), await readPageWith(pdfiumEngine, bytes)];
  expect(expected.rules).toHaveLength(2);
  expect(read).toMatchObject({
    rules: expected.rules,
    outlines: expected.outlines,
    images: expected.images.map(({ box, pixelWidth, pixelHeight }) => ({ box, pixelWidth, pixelHeight })),
  });
});

test("fields of a form have their values", async () => {
  const bytes = onePagePdf("", {
    page: "/MediaBox [0 0 200 100] /Annots [10 0 R 11 0 R 12 0 R]",
    catalog: "/AcroForm << /Fields [10 0 R 11 0 R 12 0 R] /DA (/Helv 7 Tf 0 g) >>",
    objects: [
      "<< /Subtype /Widget /Rect [20 30 120 50] /FT /Tx /T (city) /V (Oslo) >>",
      "<< /Subtype /Widget /Rect [20 10 30 20] /FT /Btn /T (agree) /V /Yes /AS /Yes /AP << /N << /Yes null >> >> >>",
      "<< /Subtype /Widget /F 2 /Rect [20 70 120 80] /FT /Tx /T (hidden) /V (no) >>",
    ],
  });
  const { fields } = await readPageWith(pdfiumEngine, bytes);
  expect(fields).toMatchObject([
    { name: "city", kind: "text", value: "Oslo", checked: null, box: { x0: 20, y0: 50, x1: 120, y1: 70 } },
    { name: "agree", kind: "checkbox", checked: true },
  ]);
});

test("either password opens an encrypted document, no other does", async () => {
  const bytes = encryptedPdf({ user: "a", owner: "b" });
  await expect(pdfiumEngine.open(bytes, NO_PASSWORD)).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
  for (const password of ["a", "b"]) {
    await using document = await pdfiumEngine.open(bytes, { password });
    expect(textOf(await document.readPage(1))).toBe("secret");
  }
});

test("what is no PDF is damaged", async () => {
  const opening = pdfiumEngine.open(Buffer.from("%PDF-1.7 and nothing else"), NO_PASSWORD);
  await expect(opening).rejects.toMatchObject({ code: "DAMAGED_DOCUMENT" });
});

test("a document that is opened and closed often leaves no memory behind", async () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(200_000));
  bytes.set(onePagePdf(TEXT));
  const { pdfium } = await startedPdfium();
  const read = async (times: number): Promise<number> => {
    for (let i = 0; i < times; i++) await readPageWith(pdfiumEngine, bytes);
    return pdfium.HEAPU8.length;
  };
  const before = await read(20);
  expect(await read(500)).toBe(before);
});

test("it reads what both engines before it cannot", async () => {
  const failing = (name: EngineName): DocumentEngine => ({
    name,
    open: () => Promise.reject(new ExtractionError("DAMAGED_DOCUMENT", `damaged, says ${name}`)),
  });
  const engines = [failing("native"), failing("pdfjs"), pdfiumEngine];
  await using document = await openWithEngines(engines, onePagePdf(TEXT), NO_PASSWORD);
  const { engine, content } = await document.readPage(1);
  expect(engine).toBe("pdfium");
  expect(textOf(content)).toBe("text, two words");
});
