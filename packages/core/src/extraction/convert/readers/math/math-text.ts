import { childOf, childrenOf, elementsOf, textOf, type XmlElement } from "../../xml/xml-element.ts";

/** A formula on one line: `x^2`, `a_i`, `(a+b)/(2c)`, `√(x)`, `[a, b; c, d]`. */
export function mathText(element: XmlElement): string {
  const part = (name: string): string => {
    const child = childOf(element, name);
    return child ? mathText(child) : "";
  };
  switch (element.name) {
    case "t":
      return textOf(element);
    case "f":
      return `${grouped(part("num"))}/${grouped(part("den"))}`;
    case "sSup":
      return `${grouped(part("e"))}^${grouped(part("sup"))}`;
    case "sSub":
      return `${grouped(part("e"))}_${grouped(part("sub"))}`;
    case "sSubSup":
      return `${grouped(part("e"))}_${grouped(part("sub"))}^${grouped(part("sup"))}`;
    case "rad":
      return `${part("deg")}√(${part("e")})`;
    case "m":
      return `[${childrenOf(element, "mr").map(rowText).join("; ")}]`;
    default:
      return elementsOf(element).map(mathText).join("");
  }
}

/** A row of a matrix. */
function rowText(row: XmlElement): string {
  return childrenOf(row, "e").map(mathText).join(", ");
}

/** A part of a formula, in parentheses if it is more than a word or number. */
export function grouped(text: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`;
}
