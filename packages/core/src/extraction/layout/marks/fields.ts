import type { FormField } from "../../page/form-field.ts";
import type { Glyphs, PageContent } from "../../page/page-content.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { Insert } from "../glyphs/insert.ts";

/** Mean character width in fractions of the size, for wrapping long values. */
const MEAN_WIDTH = 0.5;

/** Line pitch of multi-line values, in multiples of the size. */
const LEADING = 1.2;

/** Font size in points of multi-line values with auto-sized text, as PDF readers choose it. */
const DEFAULT_SIZE = 10;

/** Horizontal padding of a value inside its box, in points. */
const PADDING = 2;

export const MARKED = "[X]";
export const UNMARKED = "[ ]";

/**
 * Field values and marks as text at their places. Captions of push buttons are omitted, and values of lists that are
 * shown in full.
 */
export function fieldInserts({ fields, glyphs }: Pick<PageContent, "fields" | "glyphs">): readonly Insert[] {
  return fields.flatMap((field) => {
    if (field.kind === "button" || (field.kind === "choice" && holdsGlyphs(field.box, glyphs))) return [];
    return insertsOf(field);
  });
}

function holdsGlyphs({ x0, y0, x1, y1 }: Rect, { count, x, y }: Glyphs): boolean {
  for (let i = 0; i < count; i++) {
    const glyphX = x[i] ?? 0;
    const glyphY = y[i] ?? 0;
    if (glyphX >= x0 && glyphX <= x1 && glyphY >= y0 && glyphY <= y1) return true;
  }
  return false;
}

function insertsOf(field: FormField): readonly Insert[] {
  const { box, kind, value } = field;
  if (kind === "checkbox" || kind === "radio") {
    return [{ kind: "mark", text: field.checked === true ? MARKED : UNMARKED, box, size: 0, free: false }];
  }
  if (value.trim() === "") return [];
  if (field.combCells !== undefined && !field.multiline) return [combed(field, field.combCells)];
  const lines = field.multiline ? linesOfValue(field) : [value.replaceAll(/\s+/gu, " ").trim()];
  if (lines.length > 1) return stacked(field, lines);
  const inside = { ...box, x0: Math.min(box.x0 + PADDING, box.x1) };
  return [{ kind: "value", text: lines[0] ?? "", box: inside, size: field.fontSize, free: field.multiline }];
}

/** Character height in a comb field in fractions of its box, and its maximum in points. */
const COMB_FILLED = 0.7;
const LARGEST_IN_COMB = 12;

/** Vertical extent of a line's ink around its middle, in fractions of the size. */
const HALF_INK = 0.36;

/** Places the characters of a comb field in its cells, one each. */
function combed({ box, value, fontSize }: FormField, cells: number): Insert {
  const cell = (box.x1 - box.x0) / cells;
  const size = fontSize || Math.min(LARGEST_IN_COMB, COMB_FILLED * (box.y1 - box.y0));
  const middle = (box.y0 + box.y1) / 2;
  const words = Array.from(value.matchAll(/\S+/gu), ({ 0: word, index }) => ({
    word,
    box: {
      x0: box.x0 + index * cell,
      y0: middle - HALF_INK * size,
      x1: Math.min(box.x1, box.x0 + (index + word.length) * cell),
      y1: middle + HALF_INK * size,
    },
  }));
  return {
    kind: "value",
    text: words.map(({ word }) => word).join(" "),
    box: { ...box, x0: words[0]?.box.x0 ?? box.x0, x1: words.at(-1)?.box.x1 ?? box.x1 },
    size: fontSize,
    free: false,
    words: words.map((word) => word.box),
  };
}

function linesOfValue({ box, value, fontSize }: FormField): readonly string[] {
  const most = Math.max(8, Math.floor((box.x1 - box.x0) / (MEAN_WIDTH * (fontSize || DEFAULT_SIZE))));
  return value
    .split(/\r\n|\r|\n/u)
    .flatMap((line) => wrapped(line.trim(), most))
    .filter((line) => line !== "");
}

function wrapped(line: string, most: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/\s+/u)) {
    if (current !== "" && current.length + 1 + word.length > most) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

function stacked({ box, fontSize }: FormField, lines: readonly string[]): readonly Insert[] {
  const natural = LEADING * (fontSize || DEFAULT_SIZE);
  const pitch = Math.min(natural, (box.y1 - box.y0) / lines.length);
  return lines.map((text, index) => {
    const y0 = box.y0 + index * pitch;
    return {
      kind: "value",
      text,
      box: { x0: Math.min(box.x0 + PADDING, box.x1), y0, x1: box.x1, y1: y0 + pitch },
      size: pitch / LEADING,
      free: true,
    };
  });
}
