import { nameOf } from "../document/structure-tree.ts";
import { Dict, Ref, stringToPDFString, type XRef } from "../generated/pdfjs-core.mjs";

/** How often a role is looked up: roles may be mapped to other roles, also in a circle. */
const MAX_ROLES = 8;

/** The standard structure type of an element. */
export function standardType(element: Dict, root: Dict): string {
  const roles = root.get("RoleMap");
  let type = nameOf(element.get("S"));
  if (!(roles instanceof Dict)) return type;
  for (let depth = 0; depth < MAX_ROLES && !STANDARD.has(type); depth++) {
    const role = nameOf(roles.get(type));
    if (role === "") break;
    type = role;
  }
  return type;
}

const STANDARD: ReadonlySet<string> = new Set(
  (
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody " +
    "Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu RB RT RP WT WP " +
    "Figure Formula Form Title FENote Aside Em Strong Sub Artifact DocumentFragment"
  ).split(" "),
);

/** The entries of K as stored: references to elements, and marked content. */
export function kidsOf(element: Dict): readonly unknown[] {
  const kids = element.get("K");
  if (Array.isArray(kids)) return kids;
  return kids === undefined || kids === null ? [] : [element.getRaw("K")];
}

/** The child elements with their references. */
export function childrenOf(element: Dict, xref: XRef): readonly (readonly [Ref, Dict])[] {
  return kidsOf(element).flatMap((raw): readonly (readonly [Ref, Dict])[] => {
    const kid = raw instanceof Ref ? xref.fetchIfRef(raw) : undefined;
    return raw instanceof Ref && kid instanceof Dict && kid.has("S") ? [[raw, kid]] : [];
  });
}

/** A number among an element's attributes, such as ColSpan. */
export function numberAttribute(element: Dict, name: string): number | undefined {
  const attributes = element.get("A");
  const dicts = Array.isArray(attributes) ? element.getArray("A") : [attributes];
  if (!Array.isArray(dicts)) return undefined;
  for (const dict of dicts) {
    const value = dict instanceof Dict ? dict.get(name) : undefined;
    if (typeof value === "number") return value;
  }
  return undefined;
}

/** The alternative description of an element; "" if it has none. */
export function descriptionOf(element: Dict): string {
  const text = element.get("Alt");
  return typeof text === "string" ? stringToPDFString(text).trim() : "";
}
