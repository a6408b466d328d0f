import type { DrawnText, Metafile } from "../metafile/drawn-text.ts";
import { run } from "../model/flow-document.ts";
import { linesOf, widthsOf } from "./lines.ts";
import type { PdfPages } from "./pdf-pages.ts";
import { tagUnless, type Strip } from "./strips.ts";
import type { Tag } from "./tags.ts";

const SMALLEST_TEXT = 1;
const LARGEST_TEXT = 200;

/** The texts of a drawing, each at its place; those on one line are one paragraph. */
export function metafileStrip(
  { texts }: Metafile,
  { width, height }: { readonly width: number; readonly height: number },
  { pages, tag }: { readonly pages: PdfPages; readonly tag: Tag | undefined },
): Strip {
  const rows = Map.groupBy(texts, ({ y }) => Math.round(y * height));
  const ordered = [...rows.entries()].toSorted(([one], [other]) => one - other);
  const tagged = ordered.map(([, row]) => ({
    row: row.toSorted((one, other) => one.x - other.x),
    element: tag?.add("P"),
  }));
  return {
    width,
    height,
    spaceBefore: 4,
    draw(canvas, x, y, repeated) {
      for (const { row, element } of tagged) {
        for (const text of row) {
          const [line] = linesOf(
            [run(text.text, { size: sizeOf(text, { width, height }, pages) })],
            Infinity,
            pages.fonts,
          );
          const place = { x: x + text.x * width, y: y + text.y * height };
          if (line) canvas.text(line, place, tagUnless(repeated, element));
        }
      }
    },
  };
}

/** The size at which a text is as wide as in the drawing, whose font may be narrower than the one here. */
function sizeOf(
  { text, width, height }: DrawnText,
  drawing: { readonly width: number; readonly height: number },
  pages: PdfPages,
): number {
  const size = Math.min(Math.max(height * drawing.height, SMALLEST_TEXT), LARGEST_TEXT);
  if (width === undefined) return size;
  const { line } = widthsOf([run(text, { size })], pages.fonts);
  return line > 0 ? Math.max(Math.min(size, (size * width * drawing.width) / line), SMALLEST_TEXT) : size;
}
