import type { PageLink } from "../../../page/page-content.ts";
import { type Affine, boundsOf } from "../../../geometry/affine.ts";
import { annotationBox } from "./annotation-box.ts";
import { annotationsOf, isVisibleAnnotation } from "./annotations.ts";
import { type CorePage, Dict, Name, stringToPDFString } from "../generated/pdfjs-core.mjs";
import type { OptionalContent } from "../document/optional-content.ts";

/** Schemes that are safe to follow; others, such as javascript:, are left out. */
const SAFE_URL = /^(?:https?:\/\/|mailto:)[^\s]+$/iu;

/** Longer addresses are data. */
const LONGEST = 4_000;

/** The links of a page to addresses; links within the document are left out. */
export function pageLinks(
  page: CorePage,
  toPage: Affine,
  optionalContent: OptionalContent,
): readonly PageLink[] {
  return annotationsOf(page).annotations.flatMap((annotation) => {
    try {
      return linksOf(annotation, toPage, optionalContent);
    } catch {
      // Reading a damaged object throws; the other links can be read.
      return [];
    }
  });
}

function linksOf(annotation: Dict, toPage: Affine, optionalContent: OptionalContent): readonly PageLink[] {
  const subtype = annotation.get("Subtype");
  if (!(subtype instanceof Name) || subtype.name !== "Link") return [];
  const url = urlOf(annotation);
  if (url === undefined || !isVisibleAnnotation(annotation, optionalContent)) return [];
  return boxesOf(annotation, toPage).map((box) => ({ url, box }));
}

function urlOf(annotation: Dict): string | undefined {
  const action = annotation.get("A");
  const uri = action instanceof Dict ? action.get("URI") : undefined;
  if (typeof uri !== "string" || uri.length > LONGEST) return undefined;
  const url = stringToPDFString(uri).trim();
  return SAFE_URL.test(url) ? url : undefined;
}

/** The lines of a link that is broken (QuadPoints), or its rectangle. */
function boxesOf(annotation: Dict, toPage: Affine): readonly PageLink["box"][] {
  const points = annotation.getArray("QuadPoints");
  const numbers = Array.isArray(points) ? points.filter((value) => typeof value === "number") : [];
  if (numbers.length === 0 || numbers.length % 8 !== 0) {
    const box = annotationBox(annotation, toPage);
    return box === undefined ? [] : [box];
  }
  return Array.from({ length: numbers.length / 8 }, (_, index) => {
    const quad = numbers.slice(8 * index, 8 * index + 8);
    const xs = quad.filter((_value, at) => at % 2 === 0);
    const ys = quad.filter((_value, at) => at % 2 === 1);
    return boundsOf(toPage, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  });
}
