import { BODY_SIZE, type Align } from "../../model/flow-document.ts";
import { childOf, elementsBelow, numberOf, type XmlElement } from "../../xml/xml-element.ts";

export interface OpenStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly align: Align;
  readonly breaksPage: boolean;
  readonly isHidden: boolean;
}

export const PLAIN_STYLE: OpenStyle = {
  size: BODY_SIZE,
  bold: false,
  italic: false,
  align: "left",
  breaksPage: false,
  isHidden: false,
};

const MAX_INHERITANCE = 20;

/** The styles of an OpenDocument file. */
export class OpenStyles {
  readonly #elements = new Map<string, XmlElement>();

  constructor(...roots: readonly (XmlElement | undefined)[]) {
    for (const root of roots)
      for (const style of elementsBelow(root, "style")) this.#elements.set(keyOf(style), style);
  }

  /** The style of that name, applied to text of the style `base`. */
  of(family: "paragraph" | "text", name: string | undefined, base: OpenStyle): OpenStyle {
    return this.#resolved(family, name, base, 0);
  }

  /** An attribute of a style, or of the first that it inherits from that has it. */
  attribute(family: string, name: string | undefined, attribute: string): string | undefined {
    let element = this.#elements.get(`${family} ${name}`);
    for (let depth = 0; element && depth <= MAX_INHERITANCE; depth++) {
      const value = element.attributes[attribute];
      if (value !== undefined) return value;
      element = this.#elements.get(`${family} ${element.attributes["parent-style-name"]}`);
    }
    return undefined;
  }

  /** The master page with which a paragraph or table of this style begins; undefined to go on with the one before. */
  masterPage(family: "paragraph" | "table", name: string | undefined): string | undefined {
    const page = this.#elements.get(`${family} ${name}`)?.attributes["master-page-name"];
    return page === "" ? undefined : page;
  }

  /** The number of the page with which a paragraph or table of this style begins, if the style says so. */
  pageNumber(family: "paragraph" | "table", name: string | undefined): number | undefined {
    const properties = childOf(this.#elements.get(`${family} ${name}`), `${family}-properties`);
    return numberOf(properties, "page-number");
  }

  #resolved(family: string, name: string | undefined, base: OpenStyle, depth: number): OpenStyle {
    const element = this.#elements.get(`${family} ${name}`);
    if (!element || depth > MAX_INHERITANCE) return base;
    const parent = this.#resolved(family, element.attributes["parent-style-name"], base, depth + 1);
    const text = childOf(element, "text-properties")?.attributes ?? {};
    const paragraph = childOf(element, "paragraph-properties")?.attributes ?? {};
    return {
      size: sizeOf(text["font-size"]) ?? parent.size,
      bold: flagOf(text["font-weight"], "bold") ?? parent.bold,
      italic: flagOf(text["font-style"], "italic") ?? parent.italic,
      align: ALIGNMENTS[paragraph["text-align"] ?? ""] ?? parent.align,
      breaksPage: flagOf(paragraph["break-before"], "page") ?? parent.breaksPage,
      isHidden: flagOf(text["display"], "none") ?? parent.isHidden,
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

function sizeOf(value: string | undefined): number | undefined {
  const size = /^([\d.]+)pt$/.exec(value ?? "")?.[1];
  return size === undefined ? undefined : Math.min(Math.max(Number(size), 4), 96);
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
