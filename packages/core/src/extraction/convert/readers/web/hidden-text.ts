import { elementsBelow, textOf, type XmlElement } from "../../xml/xml-element.ts";
import {
  applies,
  declarationsIn,
  keyOf,
  keysOf,
  rulesOf,
  type Declaration,
  type Declarations,
  type Place,
  type Rule,
} from "./style-rules.ts";

/** What a reader sees of an element's own text. */
export interface Sight {
  readonly place: Place | undefined;
  /** Nothing in the element is seen, whatever its styles are. */
  readonly isGone: boolean;
  readonly isInvisible: boolean;
  readonly isTiny: boolean;
  readonly isWhite: boolean;
  readonly isOnWhite: boolean;
}

export const SEEN: Sight = {
  place: undefined,
  isGone: false,
  isInvisible: false,
  isTiny: false,
  isWhite: false,
  isOnWhite: false,
};

export function isUnseen({ isGone, isInvisible, isTiny, isWhite, isOnWhite }: Sight): boolean {
  return isGone || isInvisible || isTiny || (isWhite && isOnWhite);
}

export type SightOf = (element: XmlElement, around: Sight) => Sight;

/** Comparisons of elements with selectors, which take a second or two; without the others, text counts as seen. */
const MAX_STEPS = 20_000_000;

/**
 * What a reader sees of the elements of a page, by their attributes and styles. Of style sheets, rules for tags, ids,
 * classes and attributes count. Rules inside `@media` hold only for some readers: they may show text, and hide none.
 */
export function sightIn(root: XmlElement): SightOf {
  const rules = new Map<string, Rule[]>();
  for (const sheet of elementsBelow(root, "style")) {
    for (const rule of rulesOf(textOf(sheet), PROPERTIES)) {
      const key = keyOf(rule.selector);
      const others = rules.get(key);
      if (others) others.push(rule);
      else rules.set(key, [rule]);
    }
  }
  const steps = { left: MAX_STEPS };
  return (element, around) => {
    const place = { element, outside: around.place };
    const own = rules.size === 0 ? [] : keysOf(element).flatMap((key) => rules.get(key) ?? []);
    const fitting = own.filter(({ selector }) => applies(selector, place, steps));
    return { ...sightWith(stylesOf(element, fitting), around), place };
  };
}

/** The styles of an element: those that browsers give it, those of the sheets by their weight, and its own. */
function stylesOf({ name, attributes }: XmlElement, rules: readonly Rule[]): Declarations {
  const styles = new Map<string, Declaration>();
  const isClosed = name === "dialog" && attributes["open"] === undefined;
  if (isClosed || attributes["hidden"] !== undefined || attributes["popover"] !== undefined)
    styles.set("display", { value: "none", isImportant: false });
  const { bgcolor = "", color = "", style = "" } = attributes;
  if (bgcolor !== "") styles.set("background", { value: bgcolor.toLowerCase(), isImportant: false });
  if (name === "font" && color !== "")
    styles.set("color", { value: color.toLowerCase(), isImportant: false });
  const byWeight = rules.toSorted((left, right) => left.selector.specificity - right.selector.specificity);
  for (const { declarations, isConditional } of byWeight) addTo(styles, declarations, isConditional);
  addTo(styles, declarationsIn(style), false);
  return styles;
}

function addTo(styles: Map<string, Declaration>, added: Declarations, isConditional: boolean): void {
  for (const [property, declaration] of added) {
    if (styles.get(property)?.isImportant && !declaration.isImportant) continue;
    if (isConditional && HIDES.get(property)?.test(declaration.value)) continue;
    styles.set(property, declaration);
  }
}

function sightWith(styles: Declarations, around: Sight): Sight {
  const valueOf = (property: string): string => styles.get(property)?.value ?? "";
  const hides = (property: string): boolean => HIDES.get(property)?.test(valueOf(property)) ?? false;
  const inherited = (property: string, from: boolean): boolean =>
    INHERITED.test(valueOf(property)) ? from : hides(property);
  const isPlaced = hides("position");
  const isCut = ["height", "max-height", "width", "max-width"].some(hides) && hides("overflow");
  const isOutside =
    hides("text-indent") || hides("margin-left") || (isPlaced && (hides("left") || hides("top")));
  const isClipped = (isPlaced && hides("clip")) || hides("clip-path");
  return {
    ...around,
    isGone: around.isGone || hides("display") || hides("opacity") || isCut || isOutside || isClipped,
    isInvisible: inherited("visibility", around.isInvisible),
    isTiny: inherited(styles.has("font-size") ? "font-size" : "font", around.isTiny),
    isWhite: inherited("color", around.isWhite),
    isOnWhite: inherited(
      styles.has("background-color") ? "background-color" : "background",
      around.isOnWhite,
    ),
  };
}

/** Values that leave a property what it is around the element; sizes may be shares of it. */
const INHERITED =
  /^(?:|inherit|unset|transparent|none|smaller|larger|(?!0+(?:\.0*)?\D)[\d.]+(?:em|ex|ch|%))$/;

/** Farther outside than this, text is not on the screen. */
const OUTSIDE = /^-\d{3,}(?:\.\d+)?(?:px|pt|em|rem|%|vw|vh)$/;
const ZERO = /^0*(?:\.0+|0\.?)(?:px|pt|em|rem|%)?$/;
/** What is kept for programs that read pages aloud has a pixel of room. */
const NO_ROOM = /^0*[01]?(?:\.0+|(?<=\d)\.?)(?:px|pt|em|rem|%)?$/;
const WHITE = /^(?:white|#fff|#ffffff|rgb\(255, ?255, ?255\))$/;

/** Values with which a property hides text, alone or with another. */
const HIDES: ReadonlyMap<string, RegExp> = new Map([
  ["background", WHITE],
  ["background-color", WHITE],
  ["clip", /^rect\(\s*[01](?:px)?[\s,]/],
  ["clip-path", /^inset\(\s*(?:50|100)%/],
  ["color", WHITE],
  ["display", /^none$/],
  ["font", /^(?:.*\s)?0(?:px|pt|em|rem|%)?(?:\/|\s)/],
  ["font-size", ZERO],
  ["height", NO_ROOM],
  ["left", OUTSIDE],
  ["margin-left", OUTSIDE],
  ["max-height", NO_ROOM],
  ["max-width", NO_ROOM],
  ["opacity", ZERO],
  ["overflow", /^(?:hidden|clip)/],
  ["position", /^(?:absolute|fixed|relative)$/],
  ["text-indent", OUTSIDE],
  ["top", OUTSIDE],
  ["visibility", /^(?:hidden|collapse)$/],
  ["width", NO_ROOM],
]);

const PROPERTIES: ReadonlySet<string> = new Set(HIDES.keys());
