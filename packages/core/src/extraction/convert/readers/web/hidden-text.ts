import { elementsBelow, textOf, type XmlElement } from "../../xml/xml-element.ts";

export type IsHidden = (element: XmlElement) => boolean;

/** A longer sheet is read to here only: what hides text is short. */
const MAX_STYLES = 1_000_000;

/** Which elements of a page its attributes and styles hide; of style sheets, rules for a tag, a class or an id count. */
export function hiddenBy(root: XmlElement): IsHidden {
  const selectors = new Set<string>();
  for (const sheet of elementsBelow(root, "style")) {
    for (const selector of hidingSelectors(textOf(sheet).slice(0, MAX_STYLES))) selectors.add(selector);
  }
  return ({ name, attributes }) => {
    if (attributes["hidden"] !== undefined || hides(attributes["style"] ?? "")) return true;
    if (selectors.size === 0) return false;
    const classes = (attributes["class"] ?? "").split(/\s+/).flatMap((own) => [`.${own}`, `${name}.${own}`]);
    return [name, `#${attributes["id"] ?? ""}`, ...classes].some((selector) => selectors.has(selector));
  };
}

/** Rules inside `@media` and the like hold only for some readers: they hide nothing. */
function* hidingSelectors(sheet: string): Generator<string, void, undefined> {
  const plain = sheet.replaceAll(/\/\*[^]*?\*\//g, "");
  let depth = 0;
  for (const [, before = "", mark = "", inside = ""] of plain.matchAll(/([^{}]*)(\{(?:([^{}]*)\})?|\})/g)) {
    if (mark === "{") depth++;
    else if (mark === "}") depth = Math.max(depth - 1, 0);
    else if (depth === 0 && !before.includes("@") && hides(inside)) yield* selectorsIn(before);
  }
}

const selectorsIn = (list: string): readonly string[] =>
  list.split(",").map((selector) => selector.trim().replace(/^[^.#]+/, (tag) => tag.toLowerCase()));

/** Whether declarations hide the text that they apply to; of two of one property, the last counts. */
function hides(declarations: string): boolean {
  const styles = new Map(
    declarations.split(";").map((declaration) => {
      const [property = "", ...value] = declaration.toLowerCase().split(":");
      return [property.trim(), value.join(":").replace("!important", "").trim()] as const;
    }),
  );
  if (HIDING.some(([property, value]) => value.test(styles.get(property) ?? ""))) return true;
  const background = styles.get("background-color") ?? styles.get("background") ?? "";
  return WHITE.test(styles.get("color") ?? "") && WHITE.test(background);
}

/** Farther outside than this, text is not on the screen. */
const OUTSIDE = /^-\d{3,}(?:\.\d+)?(?:px|pt|em|rem|%|vw)$/;
const ZERO = /^0+(?:\.0*)?(?:px|pt|em|rem|%)?$/;
const WHITE = /^(?:white|#fff|#ffffff|rgb\(255, ?255, ?255\))$/;

const HIDING: readonly (readonly [property: string, value: RegExp])[] = [
  ["display", /^none$/],
  ["visibility", /^(?:hidden|collapse)$/],
  ["opacity", ZERO],
  ["font-size", ZERO],
  ["text-indent", OUTSIDE],
  ["left", OUTSIDE],
];
