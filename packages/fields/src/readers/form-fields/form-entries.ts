import type { FormField, Rect } from "@galley/core";
import type { Citation } from "@galley/core/domain";
import type { FieldDocument, FieldPage } from "../../document/field-document.ts";
import { citationOf } from "../../places/citation.ts";
import { isInside, labelOfField, labelOfMark } from "./label-beside.ts";

/** A field of a form or a check mark, with what it is called and what it says. */
export interface FormEntry {
  /** The label beside it; "" for none. */
  readonly label: string;
  /** As the form's file names it; "" for a mark that is only drawn. */
  readonly name: string;
  /** "" for an empty field; for a check box, what it stands for. */
  readonly value: string;
  /** Undefined for fields to write in. */
  readonly checked: boolean | undefined;
  readonly citation: Citation;
  /** 0 to 1; below 1 only if it was recognised in an image. */
  readonly confidence: number;
}

/** All fields and check marks in reading order. */
export function formEntries(document: FieldDocument): readonly FormEntry[] {
  return document.pages.flatMap((page) =>
    [...page.formFields.flatMap((field) => fieldEntry(page, field)), ...markEntries(page)].toSorted(
      (a, b) => a.citation.lines[0] - b.citation.lines[0] || leftOf(a) - leftOf(b),
    ),
  );
}

function leftOf({ citation }: FormEntry): number {
  return citation.boxes[0]?.x0 ?? 0;
}

function fieldEntry(page: FieldPage, field: FormField): readonly FormEntry[] {
  const { kind, name, value, box, checked } = field;
  if (kind === "button" || kind === "signature") return [];
  const isMark = checked !== null;
  const label = isMark ? labelOfMark(page, box) : labelOfField(page, box);
  return [
    {
      label,
      name: name.replaceAll(/\[\d+\]/g, ""),
      value: value.trim(),
      checked: isMark ? checked || field.drawnMark === true : undefined,
      citation: citationIn(page, box, isMark ? label : value),
      confidence: 1,
    },
  ];
}

/** Marks that are drawn or printed, without a field. */
function markEntries(page: FieldPage): readonly FormEntry[] {
  const isField = ({ x0, y0, x1, y1 }: Rect): boolean =>
    page.formFields.some(({ box }) => box.x0 < x1 && box.x1 > x0 && box.y0 < y1 && box.y1 > y0);
  return page.checkMarks
    .filter(({ box }) => !isField(box))
    .map(({ box, marked, confidence }) => {
      const label = labelOfMark(page, box);
      const citation = citationIn(page, box, label);
      return { label, name: "", value: label, checked: marked, citation, confidence };
    });
}

/** The words inside a box; the box itself without any. */
function citationIn(page: FieldPage, box: Rect, text: string): Citation {
  const places = page.lines.flatMap(({ words }, line) =>
    words.flatMap((inLine, word) => (isInside(inLine, box) ? [{ line, word }] : [])),
  );
  const found = citationOf(page, places);
  if (found) return found;
  const line = nearestLine(page, (box.y0 + box.y1) / 2);
  return { page: page.number, boxes: [box], lines: [line, line], text };
}

function nearestLine(page: FieldPage, y: number): number {
  let nearest = { line: 0, distance: Infinity };
  for (const [line, { words }] of page.lines.entries()) {
    const box = words[0]?.box;
    const distance = box ? Math.abs((box.y0 + box.y1) / 2 - y) : Infinity;
    if (distance < nearest.distance) nearest = { line, distance };
  }
  return nearest.line;
}
