import type { FormField } from "../../../page/form-field.ts";
import type { Rect } from "../../../geometry/rect.ts";
import { BaseStream, Dict, Name } from "../generated/pdfjs-core.mjs";
import { isInside, partOf } from "../shapes/shape-kinds.ts";
import type { Mark } from "../shapes/solid-shapes.ts";
import type { WidgetField } from "./widgets.ts";

/** Larger widgets, in points, are not check boxes. */
const MAX_SIDE = 40;

/** Range of a tick's longer side in fractions of the box's; a disc or square leaves a part of the box empty. */
const MIN_TICK = 0.25;
const MAX_TICK = 1.1;
const MAX_SOLID = 0.8;

/** Cell size of the grid that finds the box of a mark, in points. */
const CELL = 64;

/** Sets `drawnMark` on unchecked fields if the page content draws a mark into their box. */
export function withDrawnTicks(
  fields: readonly FormField[],
  widgets: readonly WidgetField[],
  marks: readonly Mark[],
): readonly FormField[] {
  const visible = fields.filter(
    (field, index) => field.checked === false && isSmall(field.box) && !isOpaque(widgets[index]?.widget),
  );
  return withMarksIn(fields, visible, marks);
}

/** Sets `drawnMark` on those of the `unticked` fields that a mark ticks. */
export function withMarksIn(
  fields: readonly FormField[],
  unticked: readonly FormField[],
  marks: readonly Mark[],
): readonly FormField[] {
  if (unticked.length === 0 || marks.length === 0) return fields;
  const nearby = new Map<number, FormField[]>();
  for (const field of unticked) {
    for (const cell of cellsOf(field.box)) nearby.set(cell, [...(nearby.get(cell) ?? []), field]);
  }
  const ticked = new Set<FormField>();
  for (const mark of marks) {
    const at = cellAt((mark.x0 + mark.x1) / 2, (mark.y0 + mark.y1) / 2);
    for (const field of nearby.get(at) ?? []) if (ticks(mark, field.box)) ticked.add(field);
  }
  return ticked.size === 0
    ? fields
    : fields.map((field) => (ticked.has(field) ? { ...field, drawnMark: true } : field));
}

export function isSmall({ x0, x1, y0, y1 }: Rect): boolean {
  return Math.max(x1 - x0, y1 - y0) <= MAX_SIDE;
}

/** Whether the widget has a background of its own, which covers the page content. */
function isOpaque(widget: Dict | undefined): boolean {
  const characteristics = widget?.get("MK");
  const appearances = widget?.get("AP");
  if (!(characteristics instanceof Dict) || !(appearances instanceof Dict)) return false;
  const ground: unknown = characteristics.get("BG");
  if (!Array.isArray(ground) || ground.length === 0) return false;
  const normal = appearances.get("N");
  const state = widget?.get("AS");
  const shown = normal instanceof Dict && state instanceof Name ? normal.get(state.name) : normal;
  return shown instanceof BaseStream;
}

function ticks(mark: Mark, box: Rect): boolean {
  const part = partOf(mark, box);
  if (!isInside(mark, box) || part < MIN_TICK) return false;
  return mark.stroke !== undefined ? part <= MAX_TICK : mark.paint === "dark" && part <= MAX_SOLID;
}

function cellsOf({ x0, y0, x1, y1 }: Rect): ReadonlySet<number> {
  return new Set([cellAt(x0, y0), cellAt(x1, y0), cellAt(x0, y1), cellAt(x1, y1)]);
}

function cellAt(x: number, y: number): number {
  return Math.floor(x / CELL) * 65_536 + Math.floor(y / CELL);
}
