import { grouped } from "./math-text.ts";
import { elementsOf, textOf, type XmlElement } from "../../xml/xml-element.ts";

/** A formula in MathML on one line: `x^2`, `a_i`, `(a+b)/2`, `√(x)`, `[a, b; c, d]`. */
export function mathMlText(element: XmlElement): string {
  if (LEAVES.has(element.name)) return textOf(element).trim();
  const written = NOTATIONS.get(element.name) ?? joined;
  return written(elementsOf(element).map(mathMlText));
}

const LEAVES: ReadonlySet<string> = new Set(["mi", "mn", "mo", "mtext"]);

type Notation = (parts: readonly string[]) => string;

const joined: Notation = (parts) => parts.join("");
const above: Notation = ([base = "", top = ""]) => `${grouped(base)}^${grouped(top)}`;
const below: Notation = ([base = "", bottom = ""]) => `${grouped(base)}_${grouped(bottom)}`;
const both: Notation = ([base = "", bottom = "", top = ""]) => `${below([base, bottom])}^${grouped(top)}`;
/** The formula once more in another notation. */
const repeated: Notation = () => "";

const NOTATIONS: ReadonlyMap<string, Notation> = new Map([
  ["annotation", repeated],
  ["annotation-xml", repeated],
  ["mfrac", ([over = "", under = ""]) => `${grouped(over)}/${grouped(under)}`],
  ["msup", above],
  ["mover", above],
  ["msub", below],
  ["munder", below],
  ["msubsup", both],
  ["munderover", both],
  ["msqrt", (parts) => `√(${parts.join("")})`],
  ["mroot", ([base = "", degree = ""]) => `${degree}√(${base})`],
  ["mtable", (rows) => `[${rows.join("; ")}]`],
  ["mtr", (cells) => cells.join(", ")],
]);
