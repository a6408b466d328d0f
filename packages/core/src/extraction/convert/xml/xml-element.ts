import { Parser } from "htmlparser2";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { decodeText } from "../encodings/decode-text.ts";

/** An element of XML or HTML. Names are without their namespace prefix. */
export interface XmlElement {
  readonly name: string;
  /** Without prefixes, except relationships, whose prefix is always `r`: an element may have both `id` and `r:id`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/** Readers and typesetting recurse, so the depth is bounded. */
const MAX_DEPTH = 400;

/** A tree of more elements would take more memory than a thread has. */
const MAX_ELEMENTS = 3_000_000;

/** The namespace of relationships, transitional or strict (ISO/IEC 29500), whatever prefix a file gives it. */
const RELATIONSHIPS = /\/officeDocument\/(?:2006\/)?relationships$/;

/**
 * Parses XML; broken XML gives the elements that can be read. Only the predefined and numeric entities are decoded:
 * declarations are ignored, so nothing is fetched or expanded.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  return parseXmlText(decodeText(bytes));
}

/** Like `parseXml`, for XML that has been decoded. */
export function parseXmlText(text: string): XmlElement {
  const root: OpenElement = { name: "", attributes: {}, children: [] };
  const names = new AttributeNames();
  const open: OpenElement[] = [root];
  let elements = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > MAX_DEPTH) throw tooDeep();
        if (++elements > MAX_ELEMENTS) throw tooManyElements();
        const element = { name: localName(name), attributes: names.local(attributes), children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(data) {
        const { children } = open.at(-1) ?? root;
        const last = children.at(-1);
        if (typeof last === "string") children[children.length - 1] = last + data;
        else children.push(data);
      },
      onclosetag() {
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true, recognizeCDATA: true },
  );
  parser.end(text);
  return root;
}

function tooDeep(): ExtractionError {
  const message = `The document is damaged: its elements are nested more than ${MAX_DEPTH} deep.`;
  return new ExtractionError("DAMAGED_DOCUMENT", message);
}

function tooManyElements(): ExtractionError {
  const message = `A part of the document has more than ${MAX_ELEMENTS} XML elements. Divide it into smaller documents.`;
  return new ExtractionError("RESOURCE_LIMIT", message);
}

/** The name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Takes the prefixes off the names of attributes, or makes them `r` for relationships. */
class AttributeNames {
  readonly #relationships = new Set(["r"]);

  local(attributes: Readonly<Record<string, string>>): Record<string, string> {
    const local: Record<string, string> = {};
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("xmlns:") && RELATIONSHIPS.test(value)) this.#relationships.add(localName(name));
    }
    for (const [name, value] of Object.entries(attributes)) {
      const key = this.#isRelationship(name) ? `r:${localName(name)}` : localName(name);
      if (key !== "__proto__") local[key] ??= value;
    }
    return local;
  }

  #isRelationship(name: string): boolean {
    const end = name.indexOf(":");
    return end > 0 && this.#relationships.has(name.slice(0, end));
  }
}

export function elementsOf(element: XmlElement | undefined): readonly XmlElement[] {
  return element ? element.children.filter((child) => typeof child !== "string") : [];
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return elementsOf(element).filter((child) => child.name === name);
}

/** The first element of that name below `element`, in document order. */
export function findElement(element: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const found of elementsBelow(element, name)) return found;
  return undefined;
}

/** All elements of that name below `element`, in document order; those inside a found one too. */
export function* elementsBelow(
  element: XmlElement | undefined,
  name: string,
): Generator<XmlElement, void, undefined> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    yield* elementsBelow(child, name);
  }
}

/** All text below the element. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return "";
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

/** A number attribute; undefined if it is missing or no number. */
export function numberOf(element: XmlElement | undefined, attribute: string): number | undefined {
  const value = Number.parseFloat(element?.attributes[attribute] ?? "");
  return Number.isFinite(value) ? value : undefined;
}
