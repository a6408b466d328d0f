import type { FormField } from "../../page/form-field.ts";
import { type Affine, boundsOf } from "../../geometry/affine.ts";
import { MAX_ANNOTATIONS } from "../native/document/budgets.ts";
import type { OpenPage } from "./pdfium-document.ts";
import { Scratch, textFrom } from "./scratch.ts";

const WIDGET = 20;

/** Annotation flags: hidden, and not displayed. */
const NOT_SEEN = 2 | 32;

const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;

/** By PDFium's field type numbers. */
const KINDS: ReadonlyMap<number, FormField["kind"]> = new Map([
  [1, "button"],
  [2, "checkbox"],
  [3, "radio"],
  [4, "choice"],
  [5, "choice"],
  [6, "text"],
  [7, "signature"],
]);

/** The visible widgets of a page, with their values. */
export function readFields(open: OpenPage, toPage: Affine): FormField[] {
  const { pdfium, page } = open;
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  const fields: FormField[] = [];
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    try {
      if (isVisibleWidget(open, annotation)) fields.push(fieldOf(open, annotation, toPage));
    } finally {
      pdfium.FPDFPage_CloseAnnot(annotation);
    }
  }
  return fields;
}

function isVisibleWidget({ pdfium }: OpenPage, annotation: number): boolean {
  return (
    pdfium.FPDFAnnot_GetSubtype(annotation) === WIDGET &&
    (pdfium.FPDFAnnot_GetFlags(annotation) & NOT_SEEN) === 0
  );
}

function fieldOf({ pdfium, form }: OpenPage, annotation: number, toPage: Affine): FormField {
  const kind = KINDS.get(pdfium.FPDFAnnot_GetFormFieldType(form, annotation)) ?? "text";
  const flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation);
  const isMark = kind === "checkbox" || kind === "radio";
  const text = (
    read: "FPDFAnnot_GetFormFieldName" | "FPDFAnnot_GetFormFieldValue" | "FPDFAnnot_GetFormFieldExportValue",
  ): string => textFrom(pdfium, "utf-16", (address, bytes) => pdfium[read](form, annotation, address, bytes));
  const hasText = kind === "choice" || (kind === "text" && (flags & PASSWORD) === 0);
  using scratch = new Scratch(pdfium, 16);
  const fontSize = pdfium.FPDFAnnot_GetFontSize(form, annotation, scratch.at) ? scratch.float(0) : 0;
  pdfium.FPDFAnnot_GetRect(annotation, scratch.at);
  return {
    name: text("FPDFAnnot_GetFormFieldName"),
    kind,
    value: isMark
      ? text("FPDFAnnot_GetFormFieldExportValue")
      : hasText
        ? text("FPDFAnnot_GetFormFieldValue").replaceAll(/\r\n?/g, "\n")
        : "",
    checked: isMark ? pdfium.FPDFAnnot_IsChecked(form, annotation) : null,
    multiline: kind === "text" && (flags & MULTILINE) !== 0,
    fontSize,
    box: boundsOf(toPage, [scratch.float(0), scratch.float(3), scratch.float(2), scratch.float(1)]),
  };
}
