import type { FormField } from "../../page/form-field.ts";
import type { Glyphs, PageContent } from "../../page/page-content.ts";
import { boxGlyphState, isTick } from "./box-glyphs.ts";

/** The fields of a page as displayed, and the glyphs that their marks replace. */
export interface DisplayedFields {
  readonly fields: readonly FormField[];
  /** Indices into the page's glyphs. */
  readonly replaced: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Marks unchecked fields as checked if the page draws or writes a mark into their box, because forms are also filled by
 * drawing on them.
 */
export function displayedFields({ fields, glyphs, fonts }: PageContent): DisplayedFields {
  if (!fields.some(({ checked }) => checked !== null)) return { fields, replaced: NONE };
  const signs = signsOf({ glyphs, fonts });
  const replaced = new Set<number>();
  const displayed = fields.map((field) => {
    if (field.checked === null) return field;
    const inside = signs.filter(({ index }) => isWithin(glyphs, index, field));
    for (const { index } of inside) replaced.add(index);
    const isMarked = field.drawnMark === true || inside.some((sign) => sign.isMark);
    return isMarked && !field.checked ? { ...field, checked: true } : field;
  });
  return { fields: displayed, replaced };
}

/** A tick, or a box or circle character. */
interface Sign {
  readonly index: number;
  readonly isMark: boolean;
}

/** More of them on one page are a pattern. */
const MOST_SIGNS = 2000;

function signsOf({ glyphs, fonts }: Pick<PageContent, "glyphs" | "fonts">): readonly Sign[] {
  const signs: Sign[] = [];
  for (let index = 0; index < glyphs.count && signs.length < MOST_SIGNS; index++) {
    const text = glyphs.text[index] ?? "";
    if (text.length > 2 || text === " ") continue;
    const state = boxGlyphState(text, fonts[glyphs.font[index] ?? 0]?.name ?? "");
    if (state !== undefined) signs.push({ index, isMark: state.isMarked });
    else if (isTick(text) && !isInWord(glyphs, index)) signs.push({ index, isMark: true });
  }
  return signs;
}

/** Whether the centre of a glyph is in a field's box. */
function isWithin({ x, y, advance, size }: Glyphs, i: number, { box }: FormField): boolean {
  const middleX = (x[i] ?? 0) + (advance[i] ?? 0) / 2;
  const middleY = (y[i] ?? 0) - 0.3 * (size[i] ?? 0);
  return middleX > box.x0 && middleX < box.x1 && middleY > box.y0 && middleY < box.y1;
}

/** A letter closer than this to another one, in fractions of the size, is part of a word. */
const BESIDE = 0.15;

function isInWord(glyphs: Glyphs, i: number): boolean {
  const left = glyphs.x[i] ?? 0;
  const right = left + (glyphs.advance[i] ?? 0);
  const reach = BESIDE * (glyphs.size[i] ?? 0);
  return [i - 1, i + 1].some((other) => {
    if (other < 0 || other >= glyphs.count || !/^[\p{L}\p{N}]/u.test(glyphs.text[other] ?? "")) return false;
    const x0 = glyphs.x[other] ?? 0;
    const isBeside =
      Math.abs(x0 - right) < reach || Math.abs(left - x0 - (glyphs.advance[other] ?? 0)) < reach;
    return isBeside && Math.abs((glyphs.y[other] ?? 0) - (glyphs.y[i] ?? 0)) < reach;
  });
}
