import { elementsOf, type XmlElement } from "../../xml/xml-element.ts";

/** Elements of an SVG image whose content is not drawn where it stands. */
const NOT_DRAWN: ReadonlySet<string> = new Set(
  "clipPath defs desc linearGradient marker mask metadata pattern radialGradient script style symbol title".split(
    " ",
  ),
);

/** The parts of an SVG image that have text: its texts, and the HTML inside it. */
export function svgParts(svg: XmlElement): readonly (string | XmlElement)[] {
  return elementsOf(svg).flatMap((child): readonly (string | XmlElement)[] => {
    if (NOT_DRAWN.has(child.name)) return [];
    if (child.name === "text") return [textIn(child)];
    return child.name === "foreignObject" ? [child] : svgParts(child);
  });
}

/** Spans with a place of their own stand apart. */
function textIn(text: XmlElement): string {
  const parts = text.children.map((node) => {
    if (typeof node === "string") return node;
    if (NOT_DRAWN.has(node.name)) return "";
    const isPlaced = ["x", "y", "dx", "dy"].some((name) => node.attributes[name] !== undefined);
    return isPlaced ? ` ${textIn(node)} ` : textIn(node);
  });
  return parts.join("").replaceAll(/\s+/g, " ").trim();
}
