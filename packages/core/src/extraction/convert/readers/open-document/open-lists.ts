import { NumberedLists, type ListLevel, type NumberedList } from "../../model/numbered-lists.ts";
import { childOf, childrenOf, elementsOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";

/** How far a list style indents each of its levels, in points. */
const INDENT = 18;

/** The counters of headings, whose numbers are those of the outline. */
const OUTLINE = "outline";

/** The lists of an OpenDocument text and how far they have counted. */
export class OpenLists {
  readonly #styles = new Map<string, NumberedList["levels"]>();
  readonly #lists = new Map<string, NumberedList>();
  readonly #numbers = new NumberedLists(this.#lists);
  /** The last list of each style, and each list by its id: lists may continue them. */
  readonly #last = new Map<string, string>();

  constructor(roots: readonly (XmlElement | undefined)[]) {
    for (const root of roots) {
      for (const { name, attributes, levels } of listStyles(root)) {
        if (name === "outline-style") this.#lists.set(OUTLINE, { counters: OUTLINE, levels });
        else this.#styles.set(attributes["name"] ?? "", levels);
      }
    }
  }

  /** Whether a list style is defined. */
  has(style: string): boolean {
    return this.#styles.has(style);
  }

  /** Opens a list of a style; the result is for `marker`. */
  open({ attributes }: XmlElement, style: string): string {
    const continued = attributes["continue-numbering"] === "true" ? style : attributes["continue-list"];
    const before = continued === undefined ? undefined : this.#last.get(continued);
    const key = before ?? `${style} ${this.#lists.size}`;
    const levels = this.#styles.get(style) ?? PLAIN_BULLETS;
    this.#lists.set(key, { counters: key, levels });
    this.#last.set(style, key);
    if (attributes["id"] !== undefined) this.#last.set(attributes["id"], key);
    return key;
  }

  /** The marker of the list's next item at a level, counted from 1. */
  marker(list: string, level: number, start: number | undefined): string {
    const reference = { id: list, level: level - 1 };
    if (start !== undefined) this.#numbers.restart(reference, start);
    return this.#numbers.next(reference)?.text ?? "•";
  }

  /** The number of a heading in the outline; "" for none. */
  headingNumber({ attributes }: XmlElement, level: number): string {
    if (attributes["is-list-header"] === "true") return "";
    return this.#numbers.next({ id: OUTLINE, level: level - 1 })?.text ?? "";
  }
}

const LEVELS = 10;

const PLAIN_BULLETS: NumberedList["levels"] = new Map(
  Array.from({ length: LEVELS }, (_, level) => [
    level,
    { format: "bullet", text: "•", start: 1, indent: level * INDENT },
  ]),
);

interface ListStyle {
  readonly name: string;
  readonly attributes: XmlElement["attributes"];
  readonly levels: NumberedList["levels"];
}

function listStyles(root: XmlElement | undefined): readonly ListStyle[] {
  return elementsOf(root).flatMap((element): readonly ListStyle[] => {
    const { name, attributes } = element;
    if (name === "list-style" || name === "outline-style")
      return [{ name, attributes, levels: levelsOf(element) }];
    return STYLE_CONTAINERS.has(name) ? listStyles(element) : [];
  });
}

const STYLE_CONTAINERS: ReadonlySet<string> = new Set([
  "document",
  "document-content",
  "document-styles",
  "styles",
  "automatic-styles",
]);

function levelsOf(style: XmlElement): NumberedList["levels"] {
  const formats = elementsOf(style).map(
    (element) => [(numberOf(element, "level") ?? 1) - 1, element] as const,
  );
  const byLevel = new Map(formats);
  return new Map(formats.map(([level, element]) => [level, levelOf(element, level, byLevel)]));
}

function levelOf(element: XmlElement, level: number, all: ReadonlyMap<number, XmlElement>): ListLevel {
  const { attributes } = element;
  const indent = level * INDENT;
  if (attributes["bullet-char"] !== undefined)
    return { format: "bullet", text: attributes["bullet-char"], start: 1, indent };
  if (element.name.endsWith("image")) return { format: "bullet", text: "•", start: 1, indent };
  const { "num-prefix": prefix = "", "num-suffix": suffix = "", "num-format": format = "" } = attributes;
  const first = Math.max(0, level + 1 - (numberOf(element, "display-levels") ?? 1));
  // Levels without a format show nothing, not even the dot after their number.
  const shown = Array.from({ length: level - first + 1 }, (_, index) => first + index).filter(
    (one) => (all.get(one)?.attributes["num-format"] ?? "") !== "",
  );
  const numbers = format === "" ? "" : shown.map((one) => `%${one + 1}`).join(".");
  const start = numberOf(element, "start-value") ?? 1;
  return {
    format: numberFormat(attributes),
    text: numbers === "" ? "" : `${prefix}${numbers}${suffix}`,
    start,
    indent,
  };
}

/** After z, letters are repeated only if the style says so; otherwise aa, ab, … follow. */
function numberFormat(attributes: XmlElement["attributes"]): string {
  const { "num-format": format = "", "num-letter-sync": isRepeated } = attributes;
  if (isRepeated === "true") return format;
  return { a: "lowerLetterSequence", A: "upperLetterSequence" }[format] ?? format;
}

/** The items of a list with what they contain; an item without a number continues the one before. */
export function listItems(list: XmlElement): readonly {
  readonly elements: readonly XmlElement[];
  readonly isNumbered: boolean;
  readonly start: number | undefined;
}[] {
  return elementsOf(list)
    .filter(({ name }) => name === "list-item" || name === "list-header")
    .map((item) => ({
      elements: elementsOf(item),
      isNumbered: item.name === "list-item",
      start: numberOf(item, "start-value"),
    }));
}

/** The style of the first paragraph in a list, which may say which list style it has. */
export function firstParagraph(list: XmlElement): XmlElement | undefined {
  for (const item of childrenOf(list, "list-item")) {
    const paragraph = childOf(item, "p") ?? childOf(item, "h");
    if (paragraph) return paragraph;
  }
  return undefined;
}
