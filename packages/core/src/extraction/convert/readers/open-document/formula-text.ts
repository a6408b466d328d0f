import { grouped } from "../office-xml/math-text.ts";
import { elementsOf, textOf, type XmlElement } from "../xml/xml-element.ts";

/** A formula of MathML on one line: `x^2`, `a_i`, `(a+b)/(2c)`, `√(x)`, `[a, b; c, d]`. */
export function formulaText(element: XmlElement): string {
  if (LEAVES.has(element.name)) return textOf(element).trim();
  // The source of the formula in another language.
  if (element.name.startsWith("annotation")) return "";
  const parts = elementsOf(element).map(formulaText);
  return FORMS[element.name]?.(parts) ?? parts.join("");
}

const LEAVES: ReadonlySet<string> = new Set(["mi", "mn", "mo", "mtext"]);

type Form = (parts: readonly string[]) => string;

const above: Form = ([base = "", upper = ""]) => `${grouped(base)}^${grouped(upper)}`;
const below: Form = ([base = "", lower = ""]) => `${grouped(base)}_${grouped(lower)}`;
const both: Form = ([base = "", lower = "", upper = ""]) =>
  `${grouped(base)}_${grouped(lower)}^${grouped(upper)}`;

const FORMS: Readonly<Record<string, Form>> = {
  mfrac: ([numerator = "", denominator = ""]) => `${grouped(numerator)}/${grouped(denominator)}`,
  msup: above,
  mover: above,
  msub: below,
  munder: below,
  msubsup: both,
  munderover: both,
  msqrt: (parts) => `√(${parts.join("")})`,
  mroot: ([base = "", degree = ""]) => `${degree}√(${base})`,
  mtable: (rows) => `[${rows.join("; ")}]`,
  mtr: (cells) => cells.join(", "),
};
