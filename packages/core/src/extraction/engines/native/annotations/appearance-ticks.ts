import { GLYPH } from "../../../page/page-content.ts";
import type { FormField } from "../../../page/form-field.ts";
import type { PageReader } from "../content/content-reader.ts";
import type { Dict } from "../generated/pdfjs-core.mjs";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { Mark } from "../shapes/solid-shapes.ts";
import { isSmall, withMarksIn } from "./drawn-ticks.ts";
import type { WidgetField } from "./widgets.ts";

/** Characters that tick a box; discs and stars may be its outline. */
const TICKS = "✓✔✗✘✕✖×xX";

/** Height of a tick above the baseline in fractions of the font size. */
const TICK_HEIGHT = 0.7;

const UNSEEN = GLYPH.WHITE | GLYPH.INVISIBLE | GLYPH.CLIPPED | GLYPH.OFF_PAGE;

/**
 * Sets `drawnMark` on check boxes whose appearance shows a tick although their state is off. Only characters and slanted
 * lines count: appearances also draw frames and shadows.
 */
export async function withTicksOfAppearances(
  fields: readonly FormField[],
  widgets: readonly WidgetField[],
  draw: (widget: Dict) => Promise<void>,
  { glyphs, shapes }: PageReader,
): Promise<readonly FormField[]> {
  const unticked = new Set(
    fields.filter(({ kind, checked, box }) => kind === "checkbox" && checked === false && isSmall(box)),
  );
  if (unticked.size === 0) return fields;
  const first = glyphs.count;
  for (const [index, { widget }] of widgets.entries()) {
    const field = fields[index];
    if (field !== undefined && unticked.has(field)) await draw(widget);
  }
  const strokes = shapes.marks.filter(({ stroke }) => stroke === "slanted");
  const marks = [...strokes, ...ticksFrom(first, glyphs)];
  glyphs.takeBack(first);
  return withMarksIn(fields, [...unticked], marks);
}

/** The visible ticks among the glyphs from `first` on. */
function ticksFrom(first: number, { count, text, flags, x, y, advance, size }: GlyphWriter): readonly Mark[] {
  const ticks: Mark[] = [];
  for (let i = first; i < count; i++) {
    const sign = text[i] ?? "";
    if (sign === "" || !TICKS.includes(sign) || ((flags[i] ?? 0) & UNSEEN) !== 0) continue;
    const [x0, y1] = [x[i] ?? 0, y[i] ?? 0];
    const box = { x0, y0: y1 - TICK_HEIGHT * (size[i] ?? 0), x1: x0 + (advance[i] ?? 0), y1 };
    ticks.push({ ...box, paint: "dark", stroke: "slanted" });
  }
  return ticks;
}
