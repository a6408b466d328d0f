import { GLYPH } from "../../page/page-content.ts";
import type { Affine } from "./affine.ts";
import { concatenated, IDENTITY } from "./affine.ts";
import type { StringOperand } from "./content-lexer.ts";
import type { CodeFacts, FontTable } from "./font-table.ts";
import type { GlyphWriter } from "./glyph-writer.ts";
import type { ClipBox, GraphicsState } from "./graphics-state.ts";

/** Nothing that can be read is larger or further away, in points; what is comes from damaged numbers. */
const MAX_SIZE = 100_000;
const MAX_DISTANCE = 10_000_000;

/** Where the middle of a glyph's ink lies above the baseline, as a fraction of the size. */
const MIDDLE_HEIGHT = 0.3;

const INVISIBLE_MODE = 3;

/** Shows strings: keeps the text matrices of one content stream and writes glyphs where they fall on the page. */
export class TextPainter {
  /** Glyphs left out because they have no size, or one beyond all sense. */
  unplaceable = 0;
  readonly #glyphs: GlyphWriter;
  readonly #page: ClipBox;
  #matrix: Affine = IDENTITY;
  #lineMatrix: Affine = IDENTITY;

  constructor(glyphs: GlyphWriter, page: ClipBox) {
    this.#glyphs = glyphs;
    this.#page = page;
  }

  setMatrix(matrix: Affine): void {
    this.#matrix = this.#lineMatrix = matrix;
  }

  /** Starts a new line, offset from the start of the present one in unscaled text space. */
  moveLine(x: number, y: number): void {
    const [a, b, c, d, e, f] = this.#lineMatrix;
    this.setMatrix([a, b, c, d, e + x * a + y * c, f + x * b + y * d]);
  }

  /** Shows the strings of a TJ array; its numbers move the text position back in thousandths of the font size. */
  showArray(items: readonly (StringOperand | number)[], state: GraphicsState, visible: boolean): void {
    const vertical = state.font?.vertical === true;
    for (const item of items) {
      if (typeof item !== "number") {
        this.show(item, state, visible);
        continue;
      }
      const shift = (-item * state.fontSize) / 1000;
      if (vertical) this.#advance(0, shift);
      else this.#advance(shift * state.horizontalScale, 0);
    }
  }

  /** Shows one string; one that is not `visible` only moves the text position. */
  show({ bytes, start, end }: StringOperand, state: GraphicsState, visible: boolean): void {
    const { font } = state;
    if (!font) return;
    const run = visible ? this.#runOf(font, state) : undefined;
    let travelled = 0;
    for (let position = start; position < end;) {
      let facts: CodeFacts;
      if (font.codeLength === 1) {
        facts = font.code(bytes[position++] ?? 0);
      } else if (font.codeLength === 2) {
        facts = font.code(((bytes[position] ?? 0) << 8) | (bytes[position + 1] ?? 0));
        position += 2;
      } else {
        const read = font.codeAt(bytes, position);
        facts = read.facts;
        position += read.length;
      }
      if (run !== undefined) this.#write(facts, travelled, run);
      const spacing = state.characterSpacing + (facts.takesWordSpacing ? state.wordSpacing : 0);
      travelled += facts.width * state.fontSize + spacing;
    }
    if (font.vertical) this.#advance(0, -travelled);
    else this.#advance(travelled * state.horizontalScale, 0);
  }

  #advance(x: number, y: number): void {
    const [a, b, c, d, e, f] = this.#matrix;
    this.#matrix = [a, b, c, d, e + x * a + y * c, f + x * b + y * d];
  }

  /** What is the same for all glyphs of a string; undefined when none of them can be seen. */
  #runOf(font: FontTable, state: GraphicsState): Run | undefined {
    const [a, b, c, d, e, f] = concatenated(this.#matrix, state.matrix);
    const { fontSize, horizontalScale, rise, renderMode, fill } = state;
    const along = font.vertical ? -1 : horizontalScale;
    const stepX = (font.vertical ? c : a) * along;
    const stepY = (font.vertical ? d : b) * along;
    const stretch = Math.hypot(stepX, stepY);
    const size = Math.abs(fontSize) * Math.hypot(c, d) * font.emScale;
    if (!(stretch * Math.abs(fontSize) > 0 && size > 0 && size < MAX_SIZE)) {
      this.unplaceable++;
      return undefined;
    }
    const toReader = Math.sign(fontSize);
    const up = font.vertical ? 0 : MIDDLE_HEIGHT * fontSize;
    return {
      x: e + rise * c,
      y: f + rise * d,
      stepX,
      stepY,
      advancePerWidth: stretch * Math.abs(fontSize),
      halfX: (stepX * fontSize) / 2,
      halfY: (stepY * fontSize) / 2,
      middleX: up * c,
      middleY: up * d,
      angle: degrees(stepY * toReader, stepX * toReader),
      size,
      font: this.#glyphs.indexOf(font),
      flags:
        (renderMode === INVISIBLE_MODE ? GLYPH.INVISIBLE : 0) |
        (fill === "white" && paintsByFill(renderMode) ? GLYPH.WHITE : 0),
      clip: state.clip,
    };
  }

  #write(facts: CodeFacts, travelled: number, run: Run): void {
    const glyphs = this.#glyphs;
    const x = run.x + travelled * run.stepX;
    const y = run.y + travelled * run.stepY;
    if (!(Math.abs(x) < MAX_DISTANCE && Math.abs(y) < MAX_DISTANCE)) {
      this.unplaceable++;
      return;
    }
    if (!glyphs.reserve()) return;
    const index = glyphs.count++;
    glyphs.x[index] = x;
    glyphs.y[index] = y;
    glyphs.advance[index] = facts.combining ? 0 : Math.abs(facts.width) * run.advancePerWidth;
    glyphs.angle[index] = run.angle;
    glyphs.size[index] = run.size;
    glyphs.font[index] = run.font;
    glyphs.text[index] = facts.text;
    const middleX = x + facts.width * run.halfX + run.middleX;
    const middleY = y + facts.width * run.halfY + run.middleY;
    glyphs.flags[index] =
      facts.flags |
      run.flags |
      (contains(this.#page, middleX, middleY) ? 0 : GLYPH.OFF_PAGE) |
      (contains(run.clip, middleX, middleY) ? 0 : GLYPH.CLIPPED);
  }
}

interface Run {
  /** Origin of the first glyph on the page. */
  readonly x: number;
  readonly y: number;
  /** Way on the page for one unit of text space along the writing direction. */
  readonly stepX: number;
  readonly stepY: number;
  /** Advance on the page of a glyph as wide as the font size. */
  readonly advancePerWidth: number;
  /** From the origin of a glyph as wide as the font size to the middle of its advance. */
  readonly halfX: number;
  readonly halfY: number;
  /** From the baseline to the middle of the ink. */
  readonly middleX: number;
  readonly middleY: number;
  readonly angle: number;
  readonly size: number;
  readonly font: number;
  readonly flags: number;
  readonly clip: ClipBox;
}

function contains(box: ClipBox, x: number, y: number): boolean {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

/** Render modes that show the fill colour: all but outlines alone, invisible text and clipping alone. */
function paintsByFill(renderMode: number): boolean {
  return renderMode % 2 === 0;
}

/** A direction rounded to a hundredth of a degree, so that text drawn straight is straight. */
function degrees(y: number, x: number): number {
  const angle = Math.round((Math.atan2(y, x) * 18_000) / Math.PI) / 100;
  return angle <= -180 ? 180 : angle + 0;
}
