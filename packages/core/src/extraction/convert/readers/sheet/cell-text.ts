import { textOf, type XmlElement } from "../../xml/xml-element.ts";

/** Characters that XML cannot hold are written by their number. */
export function withoutEscapes(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** The text of a string in runs, without phonetic guides. */
export function stringText(element: XmlElement): string {
  const parts = element.children.map((child) => {
    if (typeof child === "string" || child.name === "rPh") return "";
    return child.name === "t" ? textOf(child) : stringText(child);
  });
  return withoutEscapes(parts.join(""));
}
