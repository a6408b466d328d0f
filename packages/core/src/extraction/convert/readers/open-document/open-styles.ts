import { BODY_SIZE, type Align } from "../../model/flow-document.ts";
import { childOf, elementsBelow, numberOf, type XmlElement } from "../xml/xml-element.ts";

export interface OpenStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly align: Align;
  readonly breaksPage: boolean;
}

export const PLAIN_STYLE: OpenStyle = {
  size: BODY_SIZE,
  bold: false,
  italic: false,
  align: "left",
  breaksPage: false,
};

const MAX_INHERITANCE = 20;

/** The styles of an OpenDocument file. */
export class OpenStyles {
  readonly #elements = new Map<string, XmlElement>();
  /** The formats of list levels by list style and level: "1", "a" or "" for bullets. */
  readonly #lists = new Map<string, XmlElement>();

  constructor(...roots: readonly (XmlElement | undefined)[]) {
    for (const root of roots) {
      for (const style of elementsBelow(root, "style")) this.#elements.set(keyOf(style), style);
      for (const list of elementsBelow(root, "list-style"))
        this.#lists.set(list.attributes["name"] ?? "", list);
    }
  }

  /** The style of that name, applied to text of the style `base`. */
  of(family: "paragraph" | "text", name: string | undefined, base: OpenStyle): OpenStyle {
    return this.#resolved(family, name, base, 0);
  }

  /** The level of a list style; undefined if it has none. */
  listLevel(name: string | undefined, level: number): XmlElement | undefined {
    const list = this.#lists.get(name ?? "");
    return list?.children.find(
      (child): child is XmlElement => typeof child !== "string" && numberOf(child, "level") === level,
    );
  }

  #resolved(family: string, name: string | undefined, base: OpenStyle, depth: number): OpenStyle {
    const element = this.#elements.get(`${family} ${name}`);
    if (!element || depth > MAX_INHERITANCE) return base;
    const parent = this.#resolved(family, element.attributes["parent-style-name"], base, depth + 1);
    const text = childOf(element, "text-properties")?.attributes ?? {};
    const paragraph = childOf(element, "paragraph-properties")?.attributes ?? {};
    const size = /^([\d.]+)pt$/.exec(text["font-size"] ?? "")?.[1];
    return {
      size: size === undefined ? parent.size : Math.min(Math.max(Number(size), 4), 96),
      bold: flagOf(text["font-weight"], "bold") ?? parent.bold,
      italic: flagOf(text["font-style"], "italic") ?? parent.italic,
      align: ALIGNMENTS[paragraph["text-align"] ?? ""] ?? parent.align,
      breaksPage: flagOf(paragraph["break-before"], "page") ?? parent.breaksPage,
    };
  }
}

const ALIGNMENTS: Readonly<Record<string, Align>> = {
  start: "left",
  left: "left",
  justify: "left",
  center: "center",
  end: "right",
  right: "right",
};

function keyOf({ attributes }: XmlElement): string {
  return `${attributes["family"]} ${attributes["name"]}`;
}

function flagOf(value: string | undefined, on: string): boolean | undefined {
  return value === undefined ? undefined : value === on;
}

const UNITS: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  cm: 72 / 2.54,
  mm: 7.2 / 2.54,
  px: 0.75,
  pc: 12,
};

/** A length such as "2.5cm", in points; undefined for percentages and missing ones. */
export function lengthOf(value: string | undefined): number | undefined {
  const [, number, unit = ""] = /^(-?[\d.]+)([a-z]+)$/.exec(value ?? "") ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
