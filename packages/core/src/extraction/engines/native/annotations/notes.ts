import type { AnnotationNote } from "../../../page/annotation-note.ts";
import type { Affine } from "../../../geometry/affine.ts";
import { annotationBox } from "./annotation-box.ts";
import { annotationsOf, isVisibleAnnotation } from "./annotations.ts";
import { type CorePage, type Dict, Name, stringToPDFString } from "../generated/pdfjs-core.mjs";
import type { OptionalContent } from "../document/optional-content.ts";

/**
 * Annotation types without a note: their contents are drawn on the page, describe something else, or repeat another
 * annotation.
 */
const WITHOUT_NOTE: ReadonlySet<string> = new Set([
  "FreeText",
  "Stamp",
  "Watermark",
  "Widget",
  "Link",
  "Popup",
  "PrinterMark",
]);

/** Longer notes are truncated, in characters. */
const LONGEST = 20_000;

/** The visible notes of a page, from top to bottom. */
export function annotationNotesOf(
  page: CorePage,
  toPage: Affine,
  optionalContent: OptionalContent,
): readonly AnnotationNote[] {
  return annotationsOf(page)
    .annotations.filter((annotation) => isVisibleAnnotation(annotation, optionalContent))
    .flatMap((annotation) => annotationNoteOf(annotation, toPage))
    .toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
}

function annotationNoteOf(annotation: Dict, toPage: Affine): readonly AnnotationNote[] {
  const subtype = annotation.get("Subtype");
  const box = annotationBox(annotation, toPage);
  const text = textAt(annotation, "Contents");
  if (!(subtype instanceof Name) || WITHOUT_NOTE.has(subtype.name) || !box || text === "") return [];
  return [{ author: textAt(annotation, "T"), text, box }];
}

function textAt(annotation: Dict, key: string): string {
  const value = annotation.get(key);
  if (typeof value !== "string") return "";
  return stringToPDFString(value).slice(0, LONGEST).replaceAll(/\r\n?/g, "\n").trim();
}
