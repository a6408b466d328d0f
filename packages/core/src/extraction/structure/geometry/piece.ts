import { boxOnPage, type Frame } from "../../layout/directions/frame.ts";
import type { ReadingGlyphs } from "../../layout/glyphs/reading-glyphs.ts";
import { SEGMENT_WORD, type Segment } from "../../layout/rows/segment.ts";
import type { DirectionRows } from "../../layout/layout-page.ts";
import type { FontFacts, PageContent } from "../../page/page-content.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { LineEmphasis, LineLink, TextStyle } from "../model/page-structure.ts";
import { emphasisOf, type FontStyles, IS_BOLD, IS_ITALIC, IS_MONOSPACED } from "./emphasis.ts";
import { type LinkSearch, linksOn } from "./linked-words.ts";

/** A segment of a row with its style and its box on the page. */
export interface Piece {
  readonly text: string;
  /** Position in the frame of its direction; mirrored for right-to-left rows, as in the layout. */
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly style: TextStyle;
  readonly box: Rect;
  readonly confidence: number;
  readonly segment: Segment;
  /** Bold and italic parts; offsets into the text. */
  readonly emphasis: readonly LineEmphasis[];
  readonly links: readonly LineLink[];
}

const BOLD = /bold|black|heavy|semibold|demi|medi(?!um)|[-,]bd\b|CMBX|SFBX/iu;
const ITALIC = /italic|oblique|[-,]it\b|CMTI|SFTI/iu;
const MONOSPACED =
  /courier|mono(?!type)|nimbusmon|monaco|consol|menlo|(?<!american[- ]?)typewriter|gyrecursor|source[- ]?code|fixed|CMTT|SFTT/iu;

/** Writes segments of a direction as pieces. */
export class PieceWriter {
  readonly #glyphs: ReadingGlyphs;
  readonly #frame: Frame;
  /** A sum of style flags for each font; inserts, which have none, count as plain. */
  readonly #styles: FontStyles;
  readonly #links: LinkSearch | undefined;
  readonly #pieces = new Map<Segment, Piece>();
  /** Pages have a handful of text styles. */
  readonly #textStyles = new Map<number, TextStyle>();

  constructor({ glyphs, frame }: DirectionRows, { fonts, links = [] }: Pick<PageContent, "fonts" | "links">) {
    this.#glyphs = glyphs;
    this.#frame = frame;
    this.#styles = Uint8Array.from([...fonts.map((font) => styleOfFont(font)), 0]);
    this.#links = links.length === 0 ? undefined : { links, glyphs, frame };
  }

  /** Segments are asked for several times: by tables of each kind, then as text. */
  piece(segment: Segment): Piece {
    let piece = this.#pieces.get(segment);
    if (piece === undefined) {
      piece = this.#written(segment);
      this.#pieces.set(segment, piece);
    }
    return piece;
  }

  #written(cut: Segment): Piece {
    const segment = cut.isPart === true ? this.#withOwnGlyphs(cut) : cut;
    const { text, x0, x1, y, size, glyphs: members = NO_GLYPHS } = segment;
    let bold = 0;
    let italic = 0;
    let monospaced = 0;
    for (let k = 0; k < members.length; k++) {
      const style = this.#styles[this.#glyphs.font(members[k] ?? 0)] ?? 0;
      if (style === 0) continue;
      if ((style & IS_BOLD) !== 0) bold++;
      if ((style & IS_ITALIC) !== 0) italic++;
      if ((style & IS_MONOSPACED) !== 0) monospaced++;
    }
    const most = MOSTLY * Math.max(1, members.length);
    const mostly =
      (bold >= most ? IS_BOLD : 0) |
      (italic >= most ? IS_ITALIC : 0) |
      (monospaced >= most ? IS_MONOSPACED : 0);
    const box = boxOnPage(this.#frame, boxOfWords(segment.words));
    return {
      text,
      x0,
      x1,
      y,
      style: this.#textStyle(Math.round(size * 10), mostly),
      box,
      confidence: confidenceOf(segment.words),
      segment,
      emphasis: this.#emphasisOf(segment, bold, italic),
      links: this.#links === undefined ? NO_LINKS : linksOn(segment, box, this.#links),
    };
  }

  #withOwnGlyphs(part: Segment): Segment {
    const isOwn = (i: number): boolean => {
      const middle = (this.#glyphs.left(i) + this.#glyphs.right(i)) / 2;
      return middle > part.x0 && middle < part.x1;
    };
    return { ...part, glyphs: (part.glyphs ?? NO_GLYPHS).filter((i) => isOwn(i)) };
  }

  /** @param size in tenths of a point */
  #textStyle(size: number, flags: number): TextStyle {
    const key = size * FLAG_SUMS + flags;
    let style = this.#textStyles.get(key);
    if (style === undefined) {
      style = {
        size: size / 10,
        bold: (flags & IS_BOLD) !== 0,
        italic: (flags & IS_ITALIC) !== 0,
        monospaced: (flags & IS_MONOSPACED) !== 0,
      };
      this.#textStyles.set(key, style);
    }
    return style;
  }

  /** The emphasis of a segment with this many bold and italic glyphs. */
  #emphasisOf(segment: Segment, bold: number, italic: number): readonly LineEmphasis[] {
    if (bold + italic === 0) return NO_EMPHASIS;
    const all = segment.glyphs?.length ?? 0;
    const isEven = (bold === 0 || bold === all) && (italic === 0 || italic === all);
    if (!isEven) return emphasisOf(segment, this.#glyphs, this.#styles);
    return [{ start: 0, end: segment.text.length, bold: bold > 0, italic: italic > 0 }];
  }
}

/** Style flags add up to less than this. */
const FLAG_SUMS = 8;

const NO_GLYPHS = new Int32Array(0);
const NO_EMPHASIS: readonly LineEmphasis[] = [];
const NO_LINKS: readonly LineLink[] = [];

/** Least share of glyphs for a style to be that of the whole text. */
export const MOSTLY = 0.8;

/** Whether all glyphs of a font are equally wide, by its name. */
export function isMonospaced(font: FontFacts): boolean {
  return (styleOfFont(font) & IS_MONOSPACED) !== 0;
}

const STYLES = new WeakMap<FontFacts, number>();

/** Cached, because the pages of a document share its fonts. */
function styleOfFont(font: FontFacts): number {
  const known = STYLES.get(font);
  if (known !== undefined) return known;
  const { name } = font;
  const style =
    (BOLD.test(name) ? IS_BOLD : 0) +
    (ITALIC.test(name) ? IS_ITALIC : 0) +
    (MONOSPACED.test(name) ? IS_MONOSPACED : 0);
  STYLES.set(font, style);
  return style;
}

function boxOfWords(words: readonly number[]): Rect {
  if (words.length === 0) return NOWHERE;
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (let at = 0; at < words.length; at += SEGMENT_WORD.length) {
    const left = words[at + 2] ?? 0;
    const top = words[at + 3] ?? 0;
    const right = words[at + 4] ?? 0;
    const bottom = words[at + 5] ?? 0;
    if (left < x0) x0 = left;
    if (top < y0) y0 = top;
    if (right > x1) x1 = right;
    if (bottom > y1) y1 = bottom;
  }
  return { x0, y0, x1, y1 };
}

/** The place of what has no text: records have a box even so. */
export const NOWHERE: Rect = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** The mean confidence of words. */
function confidenceOf(words: readonly number[]): number {
  if (words.length === 0) return 1;
  let sum = 0;
  for (let at = 6; at < words.length; at += SEGMENT_WORD.length) sum += words[at] ?? 1;
  return sum / (words.length / SEGMENT_WORD.length);
}

/** The box in tenths of a point: more digits only take space. */
export function roundedBox({ x0, y0, x1, y1 }: Rect): Rect {
  return { x0: rounded(x0), y0: rounded(y0), x1: rounded(x1), y1: rounded(y1) };
}

export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
