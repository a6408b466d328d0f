import type { DocumentPlace } from "../document-place.ts";
import type { Box } from "../model/viewed-document.ts";
import type { Mark } from "../viewer/marks.ts";
import type { DataField } from "./field-queries.ts";

/** The first place of a value as a mark; undefined if it has none. */
export function markOf({ citations: [first] }: Pick<DataField, "citations">): Mark | undefined {
  if (!first || first.boxes.length === 0) return undefined;
  const sides = (side: keyof Box): readonly number[] => first.boxes.map((box) => box[side]);
  return {
    page: first.page,
    box: {
      x0: Math.min(...sides("x0")),
      y0: Math.min(...sides("y0")),
      x1: Math.max(...sides("x1")),
      y1: Math.max(...sides("y1")),
    },
  };
}

/** A document, or a part of one that is split. */
interface Part {
  readonly part: number;
  readonly pages: { readonly first: number; readonly last: number } | null;
}

/** Where a part is shown, for the address of its document. */
export function placeOfPart({ part, pages }: Part): Pick<DocumentPlace, "part" | "page"> {
  return { ...(part > 1 && { part }), ...(pages && pages.first > 1 && { page: pages.first }) };
}

/** "page 3" or "pages 1–2"; "" of a whole document. */
export function pagesText({ pages }: Pick<Part, "pages">): string {
  if (!pages) return "";
  return pages.first === pages.last ? `page ${pages.first}` : `pages ${pages.first}–${pages.last}`;
}

/** The page beside which a value is shown: the one where it stands, or else the first. */
export function pageOf(field: Pick<DataField, "citations"> | undefined, first: number): number {
  return field?.citations[0]?.page ?? first;
}
