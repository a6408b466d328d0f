import { GLYPH } from "../../../page/page-content.ts";
import { type Affine, affineFrom, boundsOf, cornersFrom, IDENTITY } from "../../../geometry/affine.ts";
import { annotationBox } from "./annotation-box.ts";
import { MAX_ANNOTATIONS } from "../document/budgets.ts";
import type { PageReader } from "../content/content-reader.ts";
import { BaseStream, type CorePage, Dict, Name, type XRef } from "../generated/pdfjs-core.mjs";
import { writeFreeText } from "./free-text.ts";
import type { GraphicsState } from "../graphics/graphics-state.ts";
import type { OptionalContent } from "../document/optional-content.ts";

const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;

/** Annotation types whose appearance may be text on the page: measured lines and areas have their length or area. */
const WRITTEN_ON_PAGE: ReadonlySet<string> = new Set([
  "FreeText",
  "Stamp",
  "Watermark",
  "Line",
  "PolyLine",
  "Polygon",
  "FileAttachment",
]);

/** Whether an annotation is visible on screen. */
export function isVisibleAnnotation(annotation: Dict, optionalContent: OptionalContent): boolean {
  const flags = annotation.get("F");
  const hidden = typeof flags === "number" && (flags & (HIDDEN | NO_VIEW)) !== 0;
  return !hidden && optionalContent.isVisible(annotation.getRaw("OC"));
}

/** The readable annotations of a page, up to the limit per page. */
export function annotationsOf({ pageDict, xref }: CorePage): {
  annotations: readonly Dict[];
  complete: boolean;
} {
  const entries = pageDict.get("Annots");
  const raw: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const annotations = raw.slice(0, MAX_ANNOTATIONS).flatMap((entry) => {
    const annotation = fetched(entry, xref);
    return annotation instanceof Dict ? [annotation] : [];
  });
  return { annotations, complete: raw.length <= MAX_ANNOTATIONS };
}

/** An unreadable object counts as missing. */
function fetched(raw: unknown, xref: XRef): unknown {
  try {
    return xref.fetchIfRef(raw);
  } catch {
    return undefined;
  }
}

/** Draws the annotations that are part of the page's text. */
export async function drawAnnotations(
  page: CorePage,
  reader: PageReader,
  state: GraphicsState,
): Promise<void> {
  const first = reader.glyphs.count;
  for (const annotation of annotationsOf(page).annotations) {
    if (!isWrittenOnPage(annotation) || !isVisibleAnnotation(annotation, reader.context.optionalContent))
      continue;
    if (isTextAlone(annotation)) await reader.attempt(() => writeFreeText(annotation, reader.glyphs, state));
    else await drawAppearance(annotation, page, reader, state);
  }
  reader.glyphs.flagFrom(first, GLYPH.ANNOTATION);
}

/** A FreeText annotation without an appearance stream. */
function isTextAlone(annotation: Dict): boolean {
  const subtype = annotation.get("Subtype");
  return subtype instanceof Name && subtype.name === "FreeText" && !(annotation.get("AP") instanceof Dict);
}

/**
 * Draws an annotation's appearance, scaled from its own bounding box to its place on the page; damaged ones are
 * skipped.
 */
export function drawAppearance(
  annotation: Dict,
  page: CorePage,
  reader: PageReader,
  state: GraphicsState,
): Promise<void> {
  return reader.attempt(async () => {
    const appearance = normalAppearance(annotation);
    const place = appearance && placeOf(appearance, annotation);
    if (!place) return;
    const own = state.clone();
    own.transform(place);
    await reader.drawObject(appearance, page.resources, own);
  });
}

function isWrittenOnPage(annotation: Dict): boolean {
  const subtype = annotation.get("Subtype");
  return subtype instanceof Name && WRITTEN_ON_PAGE.has(subtype.name);
}

/** The normal appearance in the annotation's state. */
function normalAppearance(annotation: Dict): BaseStream | undefined {
  const appearances = annotation.get("AP");
  const normal = appearances instanceof Dict ? appearances.get("N") : undefined;
  const state = annotation.get("AS");
  const shown = normal instanceof Dict && state instanceof Name ? normal.get(state.name) : normal;
  return shown instanceof BaseStream ? shown : undefined;
}

/** From the appearance's transformed bounding box to the annotation's rectangle (PDF 1.7, 12.5.5, algorithm 8.1). */
function placeOf({ dict }: BaseStream, annotation: Dict): Affine | undefined {
  const rect = annotationBox(annotation, IDENTITY);
  const box = cornersFrom(dict?.getArray("BBox"));
  if (!rect || !box) return undefined;
  const { x0, y0, x1, y1 } = boundsOf(affineFrom(dict?.getArray("Matrix")) ?? IDENTITY, box);
  const scaleX = (rect.x1 - rect.x0) / (x1 - x0);
  const scaleY = (rect.y1 - rect.y0) / (y1 - y0);
  if (!Number.isFinite(scaleX * scaleY)) return undefined;
  return [scaleX, 0, 0, scaleY, rect.x0 - x0 * scaleX, rect.y0 - y0 * scaleY];
}
