import {
  A4,
  pageSize,
  type Block,
  type PageNumbering,
  type PageParts,
  type PageSize,
} from "../../model/flow-document.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  elementsOf,
  findElement,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { lengthOf, type OpenStyles } from "./open-styles.ts";

/** The elements of a text that are on pages of one kind. */
interface PagePart {
  readonly master: XmlElement | undefined;
  readonly elements: readonly XmlElement[];
}

type ReadBlocks = (element: XmlElement) => readonly Block[];

/** The pages of an OpenDocument text: their sizes, headers and footers. */
export class MasterPages {
  readonly #styles: OpenStyles;
  readonly #masters: ReadonlyMap<string, XmlElement>;
  readonly #layouts: ReadonlyMap<string, XmlElement>;

  constructor(root: XmlElement | undefined, styles: OpenStyles) {
    const masters = childrenOf(findElement(root, "master-styles"), "master-page");
    this.#styles = styles;
    this.#masters = new Map(masters.map((page) => [page.attributes["name"] ?? "", page]));
    this.#layouts = new Map(
      [...elementsBelow(root, "page-layout")].map((layout) => [layout.attributes["name"] ?? "", layout]),
    );
  }

  /** The parts of a text, each on pages of another kind. */
  partsOf(body: XmlElement): readonly PagePart[] {
    const parts: { master: XmlElement | undefined; elements: XmlElement[] }[] = [];
    for (const element of elementsOf(body)) {
      const named = this.#masters.get(this.#masterName(element) ?? "");
      const last = parts.at(-1);
      if (last && !named) last.elements.push(element);
      else
        parts.push({ master: named ?? this.#masters.get("Standard") ?? this.#first(), elements: [element] });
    }
    return this.#withoutEmptyStart(parts);
  }

  /** Declarations before the first paragraph are no page. */
  #withoutEmptyStart(parts: readonly PagePart[]): readonly PagePart[] {
    const [first, second] = parts;
    const isEmpty = first?.elements.every(({ name }) => !BLOCKS.has(name)) ?? false;
    return first && second && isEmpty
      ? [{ ...second, elements: [...first.elements, ...second.elements] }, ...parts.slice(2)]
      : parts;
  }

  size(master: XmlElement | undefined): PageSize {
    const layout = this.#layouts.get(master?.attributes["page-layout-name"] ?? "");
    const properties = childOf(layout, "page-layout-properties")?.attributes ?? {};
    return pageSize({
      width: lengthOf(properties["page-width"]) ?? A4.width,
      height: lengthOf(properties["page-height"]) ?? A4.height,
      margin: lengthOf(properties["margin-left"] ?? properties["margin"]) ?? A4.margin,
    });
  }

  /** Headers or footers. The pages after the first may be of another master page. */
  repeated(master: XmlElement | undefined, name: "header" | "footer", read: ReadBlocks): PageParts {
    const next = this.#masters.get(master?.attributes["next-style-name"] ?? "") ?? master;
    const blocksOf = (page: XmlElement | undefined, part: string): readonly Block[] | undefined => {
      const element = childOf(page, part);
      return element && element.attributes["display"] !== "false" ? read(element) : undefined;
    };
    const first = blocksOf(master, `${name}-first`);
    return {
      every: blocksOf(next, name) ?? [],
      first: next === master ? first : (first ?? blocksOf(master, name) ?? []),
      even: blocksOf(next, `${name}-left`),
    };
  }

  #first(): XmlElement | undefined {
    return this.#masters.values().next().value;
  }

  /** How the pages of these elements are numbered. */
  numbering(master: XmlElement | undefined, elements: readonly XmlElement[]): PageNumbering {
    const layout = this.#layouts.get(master?.attributes["page-layout-name"] ?? "");
    const first = elements.find(({ name }) => BLOCKS.has(name));
    return {
      start: first && this.#ofFirst(first, (family, style) => this.#styles.pageNumber(family, style)),
      format: childOf(layout, "page-layout-properties")?.attributes["num-format"] || "decimal",
    };
  }

  #masterName(element: XmlElement): string | undefined {
    return this.#ofFirst(element, (family, style) => this.#styles.masterPage(family, style));
  }

  /** What the style says with which an element begins; that of a list or section is that of its first paragraph. */
  #ofFirst<Value>(
    element: XmlElement,
    valueOf: (family: "paragraph" | "table", style: string | undefined) => Value | undefined,
  ): Value | undefined {
    const style = element.attributes["style-name"];
    if (element.name === "table") return valueOf("table", style);
    if (element.name === "p" || element.name === "h") return valueOf("paragraph", style);
    const first = CONTAINERS.has(element.name) ? elementsOf(element)[0] : undefined;
    return first && this.#ofFirst(first, valueOf);
  }
}

const CONTAINERS: ReadonlySet<string> = new Set([
  "list",
  "list-item",
  "section",
  "table-of-content",
  "index-body",
  "index-title",
]);

const BLOCKS: ReadonlySet<string> = new Set([...CONTAINERS, "p", "h", "table", "frame"]);
