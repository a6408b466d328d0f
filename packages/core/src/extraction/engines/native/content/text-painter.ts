import { GLYPH } from "../../../page/page-content.ts";
import type { Affine } from "../../../geometry/affine.ts";
import { IDENTITY } from "../../../geometry/affine.ts";
import { type ArrayOperand, NUMBER, type StringOperand } from "./content-lexer.ts";
import type { CodeFacts, FontTable } from "../fonts/font-table.ts";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { ClipBox, GraphicsState } from "../graphics/graphics-state.ts";
import type { Background } from "../graphics/background.ts";

/** Larger sizes and distances, in points, result from damaged numbers. */
const MAX_SIZE = 100_000;
const MAX_DISTANCE = 10_000_000;

/** Height of a glyph's vertical centre above the baseline, as a fraction of the size. */
const MIDDLE_HEIGHT = 0.3;

const INVISIBLE_MODE = 3;

/** Shows strings: tracks the text position and writes glyphs at their place on the page. */
export class TextPainter {
  /** Number of strings skipped because they have no size, or of glyphs with implausible positions. */
  unplaceable = 0;
  readonly #glyphs: GlyphWriter;
  readonly #page: ClipBox;
  readonly #background: Background;
  /** The text line matrix, and the offset of the text position from it in user space. */
  #lineMatrix: Affine = IDENTITY;
  #movedX = 0;
  #movedY = 0;
  /** State of the current operator, reused to avoid allocations. */
  readonly #run: Run;

  constructor(glyphs: GlyphWriter, background: Background, page: ClipBox) {
    this.#glyphs = glyphs;
    this.#background = background;
    this.#page = page;
    this.#run = new Run(page);
  }

  setMatrix(matrix: Affine): void {
    this.#lineMatrix = matrix;
    this.#movedX = this.#movedY = 0;
  }

  /** Starts a new line, offset from the start of the current one in unscaled text space. */
  moveLine(x: number, y: number): void {
    const line = this.#lineMatrix;
    const toX = line[4] + x * line[0] + y * line[2];
    const toY = line[5] + x * line[1] + y * line[3];
    this.setMatrix([line[0], line[1], line[2], line[3], toX, toY]);
  }

  /** Shows one string; if not `visible`, only moves the text position. */
  show({ bytes, start, end }: StringOperand, state: GraphicsState, visible: boolean): void {
    const { font } = state;
    if (!font) return;
    this.#beginRun(font, state, visible);
    this.#showString(bytes, start, end, state);
    this.#advance(this.#run.travelled, state);
  }

  /** Shows the strings of a TJ array; its numbers move the text position back by thousandths of the font size. */
  showArray(
    { sources, values, ends, arrayLength }: ArrayOperand,
    state: GraphicsState,
    visible: boolean,
  ): void {
    const { font } = state;
    if (!font) return;
    this.#beginRun(font, state, visible);
    const run = this.#run;
    const back = ((font.vertical ? 1 : -1) * state.fontSize) / 1000;
    for (let i = 0; i < arrayLength; i++) {
      const value = values[i] ?? 0;
      const end = ends[i] ?? NUMBER;
      const source = sources[i];
      if (end === NUMBER || source === undefined) run.travelled += value * back;
      else this.#showString(source, value, end, state);
    }
    this.#advance(run.travelled, state);
  }

  /** Writes a string's glyphs from the run's current position. */
  #showString(
    bytes: Uint8Array,
    start: number,
    end: number,
    { font, characterSpacing, wordSpacing, fontSize }: GraphicsState,
  ): void {
    if (font === null) return;
    const run = this.#run;
    for (let position = start; position < end;) {
      let facts: CodeFacts;
      if (font.codeLength === 1) {
        facts = font.code(bytes[position++] ?? 0);
      } else if (font.codeLength === 2) {
        const low = position + 1 < end ? (bytes[position + 1] ?? 0) : 0;
        facts = font.code(((bytes[position] ?? 0) << 8) | low);
        position += 2;
      } else {
        const read = font.codeAt(bytes, position, end);
        facts = read.facts;
        position += read.length;
      }
      if (run.isShown) this.#write(facts, run);
      run.travelled += facts.width * fontSize + characterSpacing + (facts.takesWordSpacing ? wordSpacing : 0);
    }
  }

  /** Moves the text position along the writing direction. */
  #advance(travelled: number, { font, horizontalScale }: GraphicsState): void {
    const matrix = this.#lineMatrix;
    const along = font?.vertical === true ? -travelled : travelled * horizontalScale;
    const axis = font?.vertical === true ? 2 : 0;
    this.#movedX += along * matrix[axis];
    this.#movedY += along * (axis === 0 ? matrix[1] : matrix[3]);
  }

  /** Computes what all glyphs of an operator share, and whether any of them is visible. */
  #beginRun(font: FontTable, state: GraphicsState, visible: boolean): void {
    const run = this.#run;
    run.travelled = 0;
    run.isShown = false;
    if (!visible) return;
    const line = this.#lineMatrix;
    const { fontSize, horizontalScale, rise, renderMode, fill, matrix } = state;
    // The text matrix combined with the CTM, with its origin at the text position.
    const a = line[0] * matrix[0] + line[1] * matrix[2];
    const b = line[0] * matrix[1] + line[1] * matrix[3];
    const c = line[2] * matrix[0] + line[3] * matrix[2];
    const d = line[2] * matrix[1] + line[3] * matrix[3];
    const userX = line[4] + this.#movedX;
    const userY = line[5] + this.#movedY;
    const stepX = font.vertical ? -c : a * horizontalScale;
    const stepY = font.vertical ? -d : b * horizontalScale;
    const advancePerWidth = length(stepX, stepY) * Math.abs(fontSize);
    const size = Math.abs(fontSize) * length(c, d) * font.emScale;
    if (!(advancePerWidth > 0 && size > 0 && size < MAX_SIZE)) {
      this.unplaceable++;
      return;
    }
    const towardsReader = Math.sign(fontSize);
    const middle = font.vertical ? 0 : MIDDLE_HEIGHT * fontSize * font.emScale;
    const isWhite = fill === "white" && paintsByFill(renderMode);
    run.isShown = true;
    run.x = userX * matrix[0] + userY * matrix[2] + matrix[4] + rise * c;
    run.y = userX * matrix[1] + userY * matrix[3] + matrix[5] + rise * d;
    run.stepX = stepX;
    run.stepY = stepY;
    run.advancePerWidth = advancePerWidth;
    run.halfX = (stepX * fontSize) / 2;
    run.halfY = (stepY * fontSize) / 2;
    run.middleX = middle * c;
    run.middleY = middle * d;
    run.angle = degrees(stepY * towardsReader, stepX * towardsReader);
    run.size = size;
    run.font = this.#glyphs.indexOf(font);
    run.flags = (renderMode === INVISIBLE_MODE ? GLYPH.INVISIBLE : 0) | (isWhite ? GLYPH.WHITE : 0);
    run.clip = state.clip;
    const page = this.#page;
    run.seenX0 = isWhite ? Infinity : Math.max(page.x0, run.clip.x0);
    run.seenY0 = Math.max(page.y0, run.clip.y0);
    run.seenX1 = Math.min(page.x1, run.clip.x1);
    run.seenY1 = Math.min(page.y1, run.clip.y1);
  }

  #write(facts: CodeFacts, run: Run): void {
    const glyphs = this.#glyphs;
    const x = run.x + run.travelled * run.stepX;
    const y = run.y + run.travelled * run.stepY;
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
    // Compared here, because passing fractions to a function allocates an object for each.
    const isSeen =
      middleX >= run.seenX0 && middleX <= run.seenX1 && middleY >= run.seenY0 && middleY <= run.seenY1;
    glyphs.flags[index] = facts.flags | run.flags | (isSeen ? 0 : this.#placeFlags(middleX, middleY, run));
  }

  #placeFlags(x: number, y: number, { clip, flags }: Run): number {
    if (!contains(this.#page, x, y)) return GLYPH.OFF_PAGE;
    const onWhite = (flags & GLYPH.WHITE) !== 0 && this.#background.isWhiteAt(x, y) ? GLYPH.ON_WHITE : 0;
    return onWhite | (contains(clip, x, y) ? 0 : GLYPH.CLIPPED);
  }
}

/** State shared by the glyphs of one operator. */
class Run {
  /** Whether its glyphs are written or only skipped. */
  isShown = false;
  /** Distance travelled along the writing direction, in text space. */
  travelled = 0.5;
  /** Origin of the first glyph on the page. */
  x = 0.5;
  y = 0.5;
  /** Displacement on the page per unit of text space along the writing direction. */
  stepX = 0.5;
  stepY = 0.5;
  /** Advance on the page of a glyph one em wide. */
  advancePerWidth = 0.5;
  /** From a glyph's origin to the middle of its advance, for a glyph one em wide. */
  halfX = 0.5;
  halfY = 0.5;
  /** From the baseline to the middle of the ink. */
  middleX = 0.5;
  middleY = 0.5;
  angle = 0.5;
  size = 0.5;
  font = 0;
  flags = 0;
  clip: ClipBox;
  /** Where glyphs have no flags of their place: on the page and within the clip; empty for white glyphs. */
  seenX0 = 0.5;
  seenY0 = 0.5;
  seenX1 = 0.5;
  seenY1 = 0.5;

  constructor(clip: ClipBox) {
    this.clip = clip;
  }
}

function contains(box: ClipBox, x: number, y: number): boolean {
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

/** Render modes that use the fill colour: all except stroke, invisible and clip. */
function paintsByFill(renderMode: number): boolean {
  return renderMode % 2 === 0;
}

/** Math.hypot guards against overflow, which makes it ten times slower. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** A direction rounded to 0.01 degrees, to remove rounding errors from horizontal and vertical text. */
function degrees(y: number, x: number): number {
  if (y === 0) return x < 0 ? 180 : 0;
  const angle = Math.round((Math.atan2(y, x) * 18_000) / Math.PI) / 100;
  return angle <= -180 ? 180 : angle + 0;
}
