import { type FontFacts, GLYPH, type Glyphs } from "../../page/page-content.ts";
import { type Affine, concatenated } from "../../geometry/affine.ts";
import { GlyphWriter } from "../native/glyphs/glyph-writer.ts";
import type { PageGeometry } from "../native/document/page-geometry.ts";

/** A run of text in user space, as returned by pdf.js's `getTextContent`. */
export interface TextItem {
  readonly str: string;
  readonly dir: string;
  /** The text matrix at the start of the run; its last two numbers are the origin. */
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

export interface TextStyle {
  readonly ascent: number;
  readonly descent: number;
  readonly vertical: boolean;
  readonly fontFamily: string;
}

export interface TextContent {
  readonly items: readonly (TextItem | { readonly type: string })[];
  readonly styles: Readonly<Record<string, TextStyle>>;
}

/** Converts the characters of each run to glyphs that share its length evenly. */
export function glyphsOf(
  { items, styles }: TextContent,
  geometry: PageGeometry,
): { glyphs: Glyphs; fonts: readonly FontFacts[] } {
  const writer = new GlyphWriter();
  const fonts = new Map(
    Object.entries(styles).map(([name, style]) => [name, { facts: factsOf(name, style) }]),
  );
  for (const item of items) {
    const font = "str" in item ? fonts.get(item.fontName) : undefined;
    if ("str" in item && font) writeRun(item, font, { writer, geometry });
  }
  return { glyphs: writer.finish(), fonts: writer.fonts };
}

function factsOf(name: string, { ascent, descent, vertical }: TextStyle): FontFacts {
  return {
    name,
    ascent: Number.isFinite(ascent) && ascent > 0 ? ascent : 0.75,
    descent: Number.isFinite(descent) && descent < 0 ? descent : -0.25,
    vertical,
  };
}

function writeRun(
  item: TextItem,
  font: { readonly facts: FontFacts },
  { writer, geometry }: { readonly writer: GlyphWriter; readonly geometry: PageGeometry },
): void {
  const matrix = matrixOf(item.transform);
  const characters = Array.from(item.str);
  if (!matrix || characters.length === 0) return;
  const { vertical } = font.facts;
  const [a, b, c, d, e, f] = concatenated(matrix, geometry.toPage);
  const [alongX, alongY] = vertical ? [-c, -d] : [a, b];
  const stretch = Math.hypot(alongX, alongY);
  const size = Math.hypot(c, d);
  if (!(stretch > 0 && size > 0 && Number.isFinite(stretch * size))) return;
  const advance = (vertical ? item.height : item.width) * (unitOf(geometry) / characters.length);
  // A right-to-left run is in logical order, but starts at its left end.
  if (item.dir === "rtl") characters.reverse();
  for (const [i, text] of characters.entries()) {
    if (!writer.reserve()) return;
    const index = writer.count++;
    writer.text[index] = text;
    writer.x[index] = e + (alongX / stretch) * advance * i;
    writer.y[index] = f + (alongY / stretch) * advance * i;
    writer.advance[index] = advance;
    writer.angle[index] = Math.round((Math.atan2(alongY, alongX) * 18_000) / Math.PI) / 100;
    writer.size[index] = size;
    writer.font[index] = writer.indexOf(font);
    writer.flags[index] = text.trim() === "" ? GLYPH.BLANK : 0;
  }
}

/** Points on the page per unit of user space. */
function unitOf({ toPage }: PageGeometry): number {
  return Math.hypot(toPage[0], toPage[1]);
}

function matrixOf([a, b, c, d, e, f]: readonly unknown[]): Affine | undefined {
  const numbers = [a, b, c, d, e, f].map(Number);
  const [A = 0, B = 0, C = 0, D = 0, E = 0, F = 0] = numbers;
  return numbers.every(Number.isFinite) ? [A, B, C, D, E, F] : undefined;
}
