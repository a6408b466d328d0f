import type { Box, PageField } from "./viewed-document.ts";

interface CheckMark {
  readonly kind: string;
  readonly marked: boolean;
  readonly box: Box;
}

/** Check marks without a form field; those of form fields are fields already. */
export function drawnMarks(
  fields: readonly Pick<PageField, "checked" | "box">[],
  checkMarks: readonly CheckMark[],
): readonly PageField[] {
  return checkMarks
    .filter(({ box }) => !fields.some((field) => field.checked !== null && overlaps(field.box, box)))
    .map(({ kind, marked, box }, index) => ({
      kind: kind.toUpperCase() === "BOX" ? "Drawn check box" : "Drawn radio button",
      name: `Mark ${index + 1}`,
      value: "",
      checked: marked,
      box,
    }));
}

function overlaps(one: Box, other: Box): boolean {
  return one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;
}
