import type { FormField } from "./form-field.ts";
import type { Rect } from "../geometry/rect.ts";
import type { AnnotationNote } from "./annotation-note.ts";
import type { PageTags } from "./page-tags.ts";

/**
 * The content of one page as an engine read it, before layout.
 *
 * All lengths are in points. The page is upright: its /Rotate is already applied. The origin is the upper left corner
 * of the visible page (the crop box); x grows to the right and y grows downwards.
 */
export interface PageContent {
  readonly width: number;
  readonly height: number;
  /** The page's /Rotate in degrees clockwise, already applied. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly glyphs: Glyphs;
  /** The page is of a converted document: its characters are those of the document, whatever they look like. */
  readonly isTypeset?: boolean;
  /** Indexed by `Glyphs.font`. */
  readonly fonts: readonly FontFacts[];
  readonly rules: readonly Rule[];
  /** Painted shapes that are no ruling lines; absent if the engine does not report them. */
  readonly shapes?: readonly DrawnShape[];
  readonly images: readonly PlacedImage[];
  /** Small outlines that may be check boxes or radio buttons drawn into the page. */
  readonly outlines: readonly Outline[];
  readonly fields: readonly FormField[];
  /** From top to bottom; only if requested. */
  readonly annotationNotes?: readonly AnnotationNote[];
  /** Only if requested, and if the document has tags that cover the page. */
  readonly tags?: PageTags;
  /** Why the document's tags are not used: "they …"; absent if they are, or if it has none. */
  readonly tagFault?: string;
  /** Only if requested. */
  readonly links?: readonly PageLink[];
  /** Entries of the document's outline that lead to this page; only if requested. */
  readonly outline?: readonly OutlineEntry[];
  /** What was omitted and why, as messages for the user; empty if the page was read completely. */
  readonly notes: readonly string[];
}

/**
 * The glyphs of a page in content order, as a structure of arrays; entries from `count` on are unused. Hidden optional
 * content is not included; blank glyphs are, because they separate words.
 */
export interface Glyphs {
  readonly count: number;
  /** Unicode text of each glyph; ligatures may be one code point or several, "" if unknown. */
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
  /** Confidence of each glyph, 0 to 1; absent if all glyphs are native text. */
  readonly confidence?: Float32Array;
  /**
   * The block (paragraph, heading, table row or list item) of each glyph, numbered in the reading order that the
   * document's structure tree defines; -1 for glyphs outside all blocks. Absent if the structure does not cover the
   * page.
   */
  readonly block?: Int32Array;
  /**
   * The marked content of each glyph, as an index into the `contents` of the page's tags, or `UNTAGGED` or `ARTIFACT`;
   * only with tags.
   */
  readonly marked?: Int32Array;
}

/** An area of the page that leads to an address. */
export interface PageLink {
  /** With the scheme http, https or mailto. */
  readonly url: string;
  readonly box: Rect;
}

/** An entry of the document's outline (bookmarks). */
export interface OutlineEntry {
  readonly title: string;
  /** Counted from 1. */
  readonly level: number;
  /** Distance of its target from the top of the page, in points; absent if the entry names only the page. */
  readonly y?: number;
}

export const GLYPH = {
  /** Text render mode 3: the invisible layer of a scanned page. */
  INVISIBLE: 1,
  /** Outside the clipping path or covered by a later opaque box, as far as is known. */
  CLIPPED: 2,
  /** Painted white or nearly white. */
  WHITE: 4,
  /** A blank of any kind. */
  BLANK: 8,
  /** Outside the visible page. */
  OFF_PAGE: 16,
  /** The document maps it to no character: its text is U+FFFD or its raw code. */
  UNMAPPED: 32,
  /** White on a white background, as far as is known: invisible to readers. */
  ON_WHITE: 64,
  /** Drawn by an annotation on the page, such as a text box or a stamp. */
  ANNOTATION: 128,
} as const;

export interface FontFacts {
  readonly name: string;
  /** Heights above and below the baseline as fractions of the size; descent is negative. */
  readonly ascent: number;
  readonly descent: number;
  /** Cap height as a fraction of the size, if the font declares one. */
  readonly capHeight?: number;
  /** Vertical writing mode. */
  readonly vertical: boolean;
  /** Its glyphs were recognised in a picture; those of other fonts are the document's own text, which no rule corrects. */
  readonly recognised?: true;
}

/** A drawn ruling line, horizontal or vertical, or a filled shape thin enough to be one. */
export interface Rule {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly thickness: number;
}

/** A painted shape that is no ruling line: a part of a chart, diagram or drawing, or a shaded area. */
export interface DrawnShape extends Rect {
  /** It has slanted lines or curves, and is no box with rounded corners. */
  readonly isSlanted: boolean;
}

export interface ImagePlacement {
  readonly box: Rect;
  /** Pixel size of the image; 0 if its dictionary does not declare it. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

/** An image and its object in the document. */
export interface PlacedImage extends ImagePlacement {
  /** Absent if the image is not upright or has no object of its own. */
  readonly source?: ImageSource;
  /** As `Glyphs.marked`. */
  readonly marked?: number;
}

export interface ImageSource {
  /** Object number and generation, as "74R". */
  readonly object: string;
  /** Where the whole image is placed, before clipping. */
  readonly box: Rect;
}

export interface Outline {
  readonly kind: "box" | "circle";
  readonly box: Rect;
  /** A mark is drawn inside: a cross, a tick, a disc or a filled square. */
  readonly filled: boolean;
  /** Confidence that it is a check box, 0 to 1; absent if it is native content. */
  readonly confidence?: number;
}
