import { BODY_SIZE } from "../../model/flow-document.ts";
import type { NumberingReference } from "../../model/numbered-lists.ts";
import { childOf, childrenOf, elementsOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";

/** What a style, or direct formatting, says about text; undefined if it does not. */
export interface TextStyle {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly size?: number | undefined;
  readonly level?: number | undefined;
  readonly numbering?: NumberingReference | undefined;
  readonly indent?: number | undefined;
  readonly align?: "left" | "center" | "right" | undefined;
}

const NO_STYLE: TextStyle = {};

/** Styles inherit from one another at most so often. */
const MAX_INHERITANCE = 20;

/** The styles of a Word document. */
export class WordStyles {
  readonly #elements: ReadonlyMap<string, XmlElement>;
  readonly #resolved = new Map<string, TextStyle>();
  readonly #defaults: TextStyle;
  readonly #defaultParagraph: string | undefined;

  constructor(root: XmlElement | undefined) {
    const styles = elementsOf(root)[0];
    const elements = childrenOf(styles, "style");
    this.#elements = new Map(elements.map((element) => [element.attributes["styleId"] ?? "", element]));
    const defaults = childOf(childOf(styles, "docDefaults"), "rPrDefault");
    this.#defaults = { size: BODY_SIZE, ...styleOf(undefined, childOf(defaults, "rPr")) };
    const standard = elements.find(
      ({ attributes }) => attributes["type"] === "paragraph" && isOn(attributes["default"] ?? "0"),
    );
    this.#defaultParagraph = standard?.attributes["styleId"];
  }

  /** The style of a paragraph with the style `id` and these properties. */
  paragraph(properties: XmlElement | undefined): TextStyle {
    const id = childOf(properties, "pStyle")?.attributes["val"] ?? this.#defaultParagraph;
    const own = styleOf(properties, undefined);
    const style = this.#style(id);
    // A list's own indents take precedence over those of the style, but not over those of the paragraph.
    const inherited = own.numbering ? { ...style, indent: undefined } : style;
    return merged(this.#defaults, inherited, own);
  }

  /** The style of text with these properties in a paragraph of the style `base`. */
  text(properties: XmlElement | undefined, base: TextStyle): TextStyle {
    if (!properties) return base;
    const id = childOf(properties, "rStyle")?.attributes["val"];
    return merged(base, id === undefined ? NO_STYLE : this.#style(id), styleOf(undefined, properties));
  }

  #style(id: string | undefined, depth = 0): TextStyle {
    if (id === undefined || depth > MAX_INHERITANCE) return NO_STYLE;
    const known = this.#resolved.get(id);
    if (known) return known;
    const element = this.#elements.get(id);
    const base = this.#style(childOf(element, "basedOn")?.attributes["val"], depth + 1);
    const level = levelOfName(childOf(element, "name")?.attributes["val"] ?? "");
    const own = styleOf(childOf(element, "pPr"), childOf(element, "rPr"));
    const style = merged(base, level === undefined ? NO_STYLE : { level }, own);
    this.#resolved.set(id, style);
    return style;
  }
}

function levelOfName(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1;
  const level = /^heading (\d)$/i.exec(name)?.[1];
  return level === undefined ? undefined : Math.min(Number(level), 6);
}

function styleOf(paragraph: XmlElement | undefined, text: XmlElement | undefined): TextStyle {
  const outline = numberOf(childOf(paragraph, "outlineLvl"), "val");
  const size = numberOf(childOf(text, "sz"), "val");
  return {
    bold: switchOf(childOf(text, "b")),
    italic: switchOf(childOf(text, "i")),
    hidden: switchOf(childOf(text, "vanish")),
    // Sizes are in half-points.
    size: size === undefined ? undefined : Math.min(Math.max(size / 2, 4), 72),
    level: outline === undefined ? undefined : outline > 5 ? 0 : outline + 1,
    numbering: numberingOf(childOf(paragraph, "numPr")),
    indent: indentOf(childOf(paragraph, "ind")),
    align: ALIGNMENTS[childOf(paragraph, "jc")?.attributes["val"] ?? ""],
  };
}

const ALIGNMENTS: Readonly<Record<string, "left" | "center" | "right">> = {
  left: "left",
  start: "left",
  both: "left",
  center: "center",
  right: "right",
  end: "right",
};

function numberingOf(properties: XmlElement | undefined): NumberingReference | undefined {
  if (!properties) return undefined;
  const id = childOf(properties, "numId")?.attributes["val"];
  const level = numberOf(childOf(properties, "ilvl"), "val") ?? 0;
  return id === undefined ? undefined : { id, level };
}

/** Indents are in twentieths of a point. */
function indentOf(indent: XmlElement | undefined): number | undefined {
  const left = numberOf(indent, "left") ?? numberOf(indent, "start");
  if (left === undefined) return undefined;
  const hanging = numberOf(indent, "hanging") ?? 0;
  return Math.max(0, (left - hanging) / 20);
}

/** Whether a property is there and switched on. */
export function isSwitchedOn(properties: XmlElement | undefined, name: string): boolean {
  return switchOf(childOf(properties, name)) ?? false;
}

function switchOf(element: XmlElement | undefined): boolean | undefined {
  return element && isOn(element.attributes["val"] ?? "1");
}

function isOn(value: string): boolean {
  return !["0", "false", "off"].includes(value);
}

function merged(...styles: readonly TextStyle[]): TextStyle {
  const result: Record<string, unknown> = {};
  for (const style of styles) {
    // A list's own indent comes before that of an inherited style.
    if (style.numbering !== undefined) delete result["indent"];
    for (const [name, value] of Object.entries(style)) if (value !== undefined) result[name] = value;
  }
  return result;
}
