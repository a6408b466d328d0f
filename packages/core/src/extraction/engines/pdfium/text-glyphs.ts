import { type FontFacts, GLYPH } from "../../page/page-content.ts";
import { type Affine, concatenated } from "../../geometry/affine.ts";
import { GlyphWriter } from "../native/glyphs/glyph-writer.ts";
import type { PageGeometry } from "../native/document/page-geometry.ts";
import { rgbPaint } from "../native/graphics/paint.ts";
import type { OpenPage } from "./pdfium-document.ts";
import type { Pdfium } from "./pdfium-library.ts";
import { Scratch, textFrom } from "./scratch.ts";

const INVISIBLE_MODE = 3;

const FIRST_PRINTABLE = 0x20;
const LAST_CODE_POINT = 0x10ffff;

/** Smaller glyphs have no meaningful position. */
const SMALLEST_SIZE = 1e-3;

/** State shared by the glyphs of one text object. */
interface TextRun {
  /** `FPDF_PAGEOBJECT` of the text. */
  readonly object: number;
  /** `FPDF_FONT`. */
  readonly fontHandle: number;
  readonly font: { readonly facts: FontFacts };
  readonly fontSize: number;
  /** Transformation from text space to the upright page. */
  readonly matrix: Affine;
  readonly flags: number;
}

/** Reads the glyphs of a page in PDFium's order, without the blanks and line breaks that it inserts. */
export function readGlyphs({ pdfium, page }: OpenPage, geometry: PageGeometry): GlyphWriter {
  const textPage = pdfium.FPDFText_LoadPage(page);
  const writer = new GlyphWriter();
  if (textPage === 0) return writer;
  try {
    new TextPageReader(pdfium, { textPage, geometry, writer }).read();
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
  }
  return writer;
}

interface TextPage {
  readonly textPage: number;
  readonly geometry: PageGeometry;
  readonly writer: GlyphWriter;
}

class TextPageReader {
  readonly #pdfium: Pdfium;
  readonly #textPage: number;
  readonly #geometry: PageGeometry;
  readonly #writer: GlyphWriter;
  readonly #fonts = new Map<number, { readonly facts: FontFacts }>();
  #run: TextRun | undefined;
  /** Origin of the last glyph in user space. */
  #last = { x: Number.NaN, y: Number.NaN };

  constructor(pdfium: Pdfium, { textPage, geometry, writer }: TextPage) {
    this.#pdfium = pdfium;
    this.#textPage = textPage;
    this.#geometry = geometry;
    this.#writer = writer;
  }

  read(): void {
    using scratch = new Scratch(this.#pdfium, 64);
    const count = this.#pdfium.FPDFText_CountChars(this.#textPage);
    for (let index = 0; index < count; index++) {
      if (this.#pdfium.FPDFText_IsGenerated(this.#textPage, index) === 1) continue;
      const run = this.#runOf(index, scratch);
      if (run && !this.#write(index, run, scratch)) return;
    }
  }

  #runOf(index: number, scratch: Scratch): TextRun | undefined {
    const object = this.#pdfium.FPDFText_GetTextObject(this.#textPage, index);
    if (object === 0) return undefined;
    if (object !== this.#run?.object) this.#run = this.#beginRun(object, index, scratch);
    return this.#run;
  }

  #beginRun(object: number, index: number, scratch: Scratch): TextRun {
    const pdfium = this.#pdfium;
    pdfium.FPDFText_GetMatrix(this.#textPage, index, scratch.at);
    const matrix = concatenated(scratch.matrix(), this.#geometry.toPage);
    const fontHandle = pdfium.FPDFTextObj_GetFont(object);
    const invisible = pdfium.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE_MODE;
    return {
      object,
      fontHandle,
      font: this.#fontOf(fontHandle, scratch),
      fontSize: pdfium.FPDFText_GetFontSize(this.#textPage, index),
      matrix,
      flags: (invisible ? GLYPH.INVISIBLE : 0) | (this.#isWhite(index, scratch) ? GLYPH.WHITE : 0),
    };
  }

  #isWhite(index: number, scratch: Scratch): boolean {
    const { at } = scratch;
    if (!this.#pdfium.FPDFText_GetFillColor(this.#textPage, index, at, at + 4, at + 8, at + 12)) return false;
    return rgbPaint(scratch.integer(0) / 255, scratch.integer(1) / 255, scratch.integer(2) / 255) === "white";
  }

  #fontOf(handle: number, scratch: Scratch): { readonly facts: FontFacts } {
    const known = this.#fonts.get(handle);
    if (known) return known;
    const pdfium = this.#pdfium;
    const name = textFrom(pdfium, "utf-8", (address, bytes) =>
      pdfium.FPDFFont_GetBaseFontName(handle, address, bytes),
    );
    const ascent = pdfium.FPDFFont_GetAscent(handle, 1, scratch.at) ? scratch.float(0) : 0;
    const descent = pdfium.FPDFFont_GetDescent(handle, 1, scratch.at) ? scratch.float(0) : 0;
    const font = {
      facts: {
        name,
        ascent: ascent > 0 ? ascent : 0.75,
        descent: descent < 0 ? descent : -0.25,
        vertical: false,
      },
    };
    this.#fonts.set(handle, font);
    return font;
  }

  /** Returns false if the page has reached its glyph limit. */
  #write(index: number, run: TextRun, scratch: Scratch): boolean {
    const text = this.#textOf(index);
    this.#pdfium.FPDFText_GetCharOrigin(this.#textPage, index, scratch.at, scratch.at + 8);
    const [x, y] = [scratch.double(0), scratch.double(1)];
    const [a, b, c, d] = run.matrix;
    const size = run.fontSize * Math.hypot(c, d);
    if (!(size > SMALLEST_SIZE && Number.isFinite(size + x + y))) return true;
    const writer = this.#writer;
    // PDFium returns the characters of a ligature one by one at the same position.
    if (writer.count > 0 && x === this.#last.x && y === this.#last.y) {
      writer.rewrite(writer.count - 1, (writer.text[writer.count - 1] ?? "") + text);
      return true;
    }
    if (!writer.reserve()) return false;
    this.#last = { x, y };
    const [A, B, C, D, E, F] = this.#geometry.toPage;
    const at = writer.count++;
    writer.text[at] = text;
    writer.x[at] = A * x + C * y + E;
    writer.y[at] = B * x + D * y + F;
    writer.advance[at] = this.#advanceOf(index, run, scratch) * Math.hypot(a, b);
    writer.angle[at] = Math.round((Math.atan2(b, a) * 18_000) / Math.PI) / 100;
    writer.size[at] = size;
    writer.font[at] = writer.indexOf(run.font);
    writer.flags[at] = run.flags | (text !== "" && text.trim() === "" ? GLYPH.BLANK : 0) | this.#offPage(at);
    return true;
  }

  #textOf(index: number): string {
    const pdfium = this.#pdfium;
    if (pdfium.FPDFText_IsHyphen(this.#textPage, index) === 1) return "-";
    // For unmapped characters, PDFium returns the raw code; codes below the space cannot be text.
    const code = pdfium.FPDFText_GetUnicode(this.#textPage, index) >>> 0;
    return code < FIRST_PRINTABLE || code > LAST_CODE_POINT ? "" : String.fromCodePoint(code);
  }

  /** In text space; 0 if the font does not declare it. */
  #advanceOf(index: number, { fontHandle, fontSize }: TextRun, scratch: Scratch): number {
    const code = this.#pdfium.FPDFText_GetUnicode(this.#textPage, index);
    const known = this.#pdfium.FPDFFont_GetGlyphWidth(fontHandle, code, fontSize, scratch.at);
    return known ? scratch.float(0) : 0;
  }

  #offPage(at: number): number {
    const { width, height } = this.#geometry;
    const x = this.#writer.x[at] ?? 0;
    const y = this.#writer.y[at] ?? 0;
    return x < 0 || y < 0 || x > width || y > height ? GLYPH.OFF_PAGE : 0;
  }
}
