import { boxOnPage, type Frame } from "../../layout/directions/frame.ts";
import type { ReadingGlyphs } from "../../layout/glyphs/reading-glyphs.ts";
import { SEGMENT_WORD, type Segment } from "../../layout/rows/segment.ts";
import type { DirectionRows } from "../../layout/layout-page.ts";
import type { FontFacts, PageContent } from "../../page/page-content.ts";
import type { Rect } from "../../page/rect.ts";
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
const MONOSPACED = /courier|mono|consol|menlo|typewriter|fixed|CMTT|SFTT|inconsolata/iu;

/** Writes segments of a direction as pieces. */
export class PieceWriter {
  readonly #glyphs: ReadingGlyphs;
  readonly #frame: Frame;
  /** A sum of style flags for each font; inserts, which have none, count as plain. */
  readonly #styles: FontStyles;
  readonly #links: LinkSearch | undefined;

  constructor({ glyphs, frame }: DirectionRows, { fonts, links = [] }: Pick<PageContent, "fonts" | "links">) {
    this.#glyphs = glyphs;
    this.#frame = frame;
    this.#styles = Uint8Array.from([...fonts.map((font) => styleOfFont(font)), 0]);
    this.#links = links.length === 0 ? undefined : { links, glyphs, frame };
  }

  piece(segment: Segment): Piece {
    const { text, x0, x1, y } = segment;
    const box = boxOnPage(this.#frame, boxOfWords(segment.words));
    const { style, emphasis } = this.#styleOf(segment);
    const confidence = confidenceOf(segment.words);
    const links = this.#links === undefined ? NO_LINKS : linksOn(segment, box, this.#links);
    return { text, x0, x1, y, style, box, confidence, segment, emphasis, links };
  }

  #styleOf(segment: Segment): Pick<Piece, "style" | "emphasis"> {
    const { glyphs, size, text } = segment;
    const members = glyphs ?? NO_GLYPHS;
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
    const all = members.length;
    const most = MOSTLY * Math.max(1, all);
    const style = {
      size: Math.round(size * 10) / 10,
      bold: bold >= most,
      italic: italic >= most,
      monospaced: monospaced >= most,
    };
    if (bold + italic === 0) return { style, emphasis: NO_EMPHASIS };
    const isEven = (bold === 0 || bold === all) && (italic === 0 || italic === all);
    if (!isEven) return { style, emphasis: emphasisOf(segment, this.#glyphs, this.#styles) };
    return { style, emphasis: [{ start: 0, end: text.length, bold: bold > 0, italic: italic > 0 }] };
  }
}

const NO_GLYPHS = new Int32Array(0);
const NO_EMPHASIS: readonly LineEmphasis[] = [];
const NO_LINKS: readonly LineLink[] = [];

/** Least share of glyphs for a style to be that of the whole text. */
export const MOSTLY = 0.8;

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
  if (words.length === 0) return { x0: 0, y0: 0, x1: 0, y1: 0 };
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (let at = 0; at < words.length; at += SEGMENT_WORD.length) {
    x0 = Math.min(x0, words[at + 2] ?? 0);
    y0 = Math.min(y0, words[at + 3] ?? 0);
    x1 = Math.max(x1, words[at + 4] ?? 0);
    y1 = Math.max(y1, words[at + 5] ?? 0);
  }
  return { x0, y0, x1, y1 };
}

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

/** The smallest box around at least one box. */
export function boxAround(boxes: readonly Rect[]): Rect {
  const [first] = boxes;
  if (first === undefined) return { x0: 0, y0: 0, x1: 0, y1: 0 };
  let { x0, y0, x1, y1 } = first;
  for (const box of boxes) {
    x0 = Math.min(x0, box.x0);
    y0 = Math.min(y0, box.y0);
    x1 = Math.max(x1, box.x1);
    y1 = Math.max(y1, box.y1);
  }
  return { x0, y0, x1, y1 };
}
