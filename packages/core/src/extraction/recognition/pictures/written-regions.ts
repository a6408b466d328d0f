import { type Affine, boundsOf } from "../../geometry/affine.ts";
import type { OpenedDocument, PagePart } from "../../engines/open-document.ts";
import type { PageContent } from "../../page/page-content.ts";
import { areaOf, type Rect, sharedArea } from "../../geometry/rect.ts";
import { type WrittenLine, writtenLines } from "../../raster/ink/written-lines.ts";
import { glyphBoxes } from "../native-text/native-cover.ts";
import { FEWEST_LETTERS, letterCount, lookDpi, MOST_LOOK_PIXELS } from "./look.ts";

/** A picture on a page that looks like it contains text. Boxes are in points. */
export interface WrittenRegion {
  /** Area to read: the lines and a margin around them. */
  readonly box: Rect;
  readonly lines: readonly WrittenLine[];
}

/** If the page's own glyphs cover this share of a line, it is native text. */
const OWN_LINE = 0.3;

/** Margin around the lines, in points, for example for isolated letters. */
const AROUND = 24;

/** Returns those of `regions` that look like they contain text other than the page's own glyphs. */
export async function writtenRegions(
  document: Pick<OpenedDocument, "drawParts">,
  { number, content }: { readonly number: number; readonly content: PageContent },
  regions: readonly Rect[],
): Promise<readonly WrittenRegion[]> {
  const wanted = regions.map((box) => ({ box, dpi: lookDpi(box) }));
  if (regions.length === 0) return [];
  const parts = await document.drawParts(number, wanted, { maxPixels: MOST_LOOK_PIXELS });
  const glyphs = glyphBoxes(content.glyphs);
  return parts.flatMap((part) => {
    if (!part) return [];
    const near = glyphs.filter((glyph) => sharedArea(glyph, part.box) > 0);
    const toPage = partToPage(part);
    const lines = writtenLines(part.image)
      .map((line) => ({ ...line, box: mapped(line.box, toPage) }))
      .filter(
        ({ box }) => near.reduce((sum, glyph) => sum + sharedArea(glyph, box), 0) < OWN_LINE * areaOf(box),
      );
    return letterCount(lines) >= FEWEST_LETTERS ? [{ lines, box: regionAround(lines, part.box) }] : [];
  });
}

/** Transforms pixels of a part to page points. */
export function partToPage({ image, box }: PagePart): Affine {
  const [across, down] = [(box.x1 - box.x0) / image.width, (box.y1 - box.y0) / image.height];
  return [across, 0, 0, down, box.x0, box.y0];
}

/** Transforms page points to pixels of a part. */
export function toPart({ image, box }: PagePart): Affine {
  const [across, down] = [image.width / (box.x1 - box.x0), image.height / (box.y1 - box.y0)];
  return [across, 0, 0, down, -box.x0 * across, -box.y0 * down];
}

export function mapped({ x0, y0, x1, y1 }: Rect, by: Affine): Rect {
  return boundsOf(by, [x0, y0, x1, y1]);
}

function regionAround(lines: readonly WrittenLine[], picture: Rect): Rect {
  return {
    x0: Math.max(picture.x0, Math.min(...lines.map(({ box }) => box.x0)) - AROUND),
    y0: Math.max(picture.y0, Math.min(...lines.map(({ box }) => box.y0)) - AROUND),
    x1: Math.min(picture.x1, Math.max(...lines.map(({ box }) => box.x1)) + AROUND),
    y1: Math.min(picture.y1, Math.max(...lines.map(({ box }) => box.y1)) + AROUND),
  };
}
