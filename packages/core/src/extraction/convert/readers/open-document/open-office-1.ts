import { elementsOf, type XmlElement, type XmlNode } from "../../xml/xml-element.ts";

/** Kinds of documents, which OpenDocument has around the content and OpenOffice 1 as an attribute of the root. */
const KINDS: ReadonlySet<string> = new Set(["text", "spreadsheet", "presentation", "drawing", "chart"]);

/** Elements of OpenOffice 1 by the names that they have in OpenDocument. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["ordered-list", "list"],
  ["unordered-list", "list"],
  ["sub-table", "table"],
  ["page-master", "page-layout"],
  ["footnote", "note"],
  ["endnote", "note"],
  ["footnote-citation", "note-citation"],
  ["endnote-citation", "note-citation"],
  ["footnote-body", "note-body"],
  ["endnote-body", "note-body"],
]);

/** What OpenDocument divides the properties of a style into. */
const PROPERTIES = [
  "text",
  "paragraph",
  "graphic",
  "drawing-page",
  "table",
  "table-column",
  "table-row",
  "table-cell",
  "page-layout",
] as const;

/** Contents that OpenDocument has in a frame. */
const FRAMED: ReadonlySet<string> = new Set(["text-box", "image", "object", "object-ole"]);

/** A part of a document of OpenOffice 1 (SXW, SXC, SXI, SXD) as one of OpenDocument; others as they are. */
export function asOpenDocument(part: XmlElement): XmlElement {
  const [root] = elementsOf(part);
  const kind = root?.attributes["class"];
  if (!root || kind === undefined || !KINDS.has(kind)) return part;
  const children = renewed(root).map((child) =>
    typeof child !== "string" && child.name === "body"
      ? { ...child, children: [{ name: kind, attributes: {}, children: child.children }] }
      : child,
  );
  return { ...part, children: [{ ...root, children }] };
}

function renewed({ children, name }: XmlElement): readonly XmlNode[] {
  return children.flatMap((child): readonly XmlNode[] => {
    if (typeof child === "string") return [child];
    if (child.name === "properties")
      return PROPERTIES.map((kind) => ({ ...child, name: `${kind}-properties`, children: renewed(child) }));
    const element = renewedElement(child);
    return FRAMED.has(child.name) && name !== "frame"
      ? [{ ...element, name: "frame", children: [element] }]
      : [element];
  });
}

function renewedElement(element: XmlElement): XmlElement {
  const { name, attributes } = element;
  return {
    name: RENAMED.get(name) ?? name,
    attributes: {
      ...attributes,
      ...(attributes["level"] !== undefined && { "outline-level": attributes["level"] }),
      ...(attributes["page-master-name"] !== undefined && {
        "page-layout-name": attributes["page-master-name"],
      }),
      // Pictures in the file are referred to as `#Pictures/…`.
      ...(attributes["href"] !== undefined && { href: attributes["href"].replace(/^#/, "") }),
      ...(RENAMED.get(name) === "note" && { "note-class": name }),
    },
    children: renewed(element),
  };
}
