import type { FormField } from "./form-field.ts";
import type { Rect } from "./rect.ts";
import type { Remark } from "./remark.ts";

/**
 * What stands on one page, as an engine read it and before any layout.
 *
 * All lengths are points. The page is upright: its /Rotate is already applied. The origin is the upper left corner
 * of the visible page (the crop box), x grows to the right and y grows downwards.
 */
export interface PageContent {
  readonly width: number;
  readonly height: number;
  /** The clockwise turn of the page's /Rotate that was applied to make it upright. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly glyphs: Glyphs;
  /** Indexed by `Glyphs.font`. */
  readonly fonts: readonly FontFacts[];
  readonly rules: readonly Rule[];
  readonly images: readonly ImagePlacement[];
  /** Small outlines that may be check boxes or radio buttons drawn into the page. */
  readonly outlines: readonly Outline[];
  readonly fields: readonly FormField[];
  /** From the top of the page to its bottom; only where they were asked for. */
  readonly remarks?: readonly Remark[];
  /** What was left out and why, in words for a person; empty when the page was read whole. */
  readonly notes: readonly string[];
}

/**
 * The glyphs of a page in content order, as a structure of arrays; entries at `count` and above are unused.
 * Optional content that is switched off is not in it. Blank glyphs are, since they tell words apart.
 */
export interface Glyphs {
  readonly count: number;
  /** The Unicode text of each glyph; ligatures may be one code point or several, "" where it is unknown. */
  readonly text: readonly string[];
  /** Origin on the baseline. For vertical writing, the top centre of the glyph. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Length of the advance along the writing direction; 0 for combining marks. */
  readonly advance: Float32Array;
  /** Writing direction in degrees clockwise, -180 < angle <= 180: 0 reads to the right, 90 reads downwards. */
  readonly angle: Float32Array;
  /** Font size on the page. */
  readonly size: Float32Array;
  readonly font: Uint16Array;
  /** A sum of the `GLYPH` flags. */
  readonly flags: Uint8Array;
  /** How certain a recogniser was of each glyph, 0 to 1; not there where all are the document's own. */
  readonly confidence?: Float32Array;
  /**
   * The paragraph, heading, table row or list item that each glyph belongs to, numbered as the document says that they
   * are read; -1 for glyphs outside of all. Not there where the document does not say it of the whole page.
   */
  readonly block?: Int32Array;
}

export const GLYPH = {
  /** Text render mode 3: the invisible layer of a scanned page. */
  INVISIBLE: 1,
  /** Outside the clipping path where it is known. */
  CLIPPED: 2,
  /** Painted white, or as good as white. */
  WHITE: 4,
  /** A blank of any kind. */
  BLANK: 8,
  /** Outside the visible page. */
  OFF_PAGE: 16,
  /** Nothing in the document says what it reads as: its text is U+FFFD or its bare code. */
  UNMAPPED: 32,
  /** White where the page is white, as far as is known: text that nobody sees. */
  ON_WHITE: 64,
  /** Drawn by an annotation that stands on the page, such as a text box or a stamp. */
  ANNOTATION: 128,
} as const;

export interface FontFacts {
  readonly name: string;
  /** Heights above and below the baseline as fractions of the size; descent is negative. */
  readonly ascent: number;
  readonly descent: number;
  /** Height of its capitals as a fraction of the size, where the font says it. */
  readonly capHeight?: number;
  /** The font writes downwards. */
  readonly vertical: boolean;
}

/** A drawn straight line, horizontal or vertical, or a filled shape so thin that it is one. */
export interface Rule {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly thickness: number;
}

export interface ImagePlacement {
  readonly box: Rect;
  /** Pixels of the image, where its dictionary says; 0 where it does not. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

export interface Outline {
  readonly kind: "box" | "circle";
  readonly box: Rect;
  /** Something is drawn inside: a cross, a tick, a disc, a filled square. */
  readonly filled: boolean;
  /** How certain a recogniser was that it is a check box, 0 to 1; not there where it is the document's own. */
  readonly confidence?: number;
}
