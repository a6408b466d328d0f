import type { Block, SlideBox, SlideSection } from "../../model/flow-document.ts";
import { hiddenSlidesNote } from "../slides/hidden-slides.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  elementsOf,
  findElement,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import type { OpenBlocks } from "./open-blocks.ts";
import { lengthOf, PLAIN_STYLE } from "./open-styles.ts";

const DEFAULT_PAGE = { width: 720, height: 540 } as const;

/** The slides of a presentation or the pages of a drawing, with what their masters show on them; hidden ones left out. */
export function readOpenSlides(
  body: XmlElement,
  roots: { readonly content: XmlElement; readonly styles: XmlElement | undefined },
  blocks: OpenBlocks,
): { readonly sections: readonly SlideSection[]; readonly notes: readonly string[] } {
  const reader = new OpenSlides(body, roots, blocks);
  const slides = childrenOf(body, "page");
  const sections = slides.flatMap((slide, index) => reader.section(slide, index + 1, slides.length) ?? []);
  return { sections, notes: hiddenSlidesNote(slides.length - sections.length) };
}

/** What a page says of itself, such as whether it is hidden. */
type PageProperties = Readonly<Record<string, string>>;

class OpenSlides {
  readonly #blocks: OpenBlocks;
  readonly #masters: ReadonlyMap<string, MasterSlide>;
  readonly #layouts: ReadonlyMap<string, PageProperties>;
  readonly #pages: ReadonlyMap<string, PageProperties>;
  /** Texts that slides show in their footers, by name. */
  readonly #declared: ReadonlyMap<string, string>;

  constructor(
    body: XmlElement,
    { content, styles }: { readonly content: XmlElement; readonly styles: XmlElement | undefined },
    blocks: OpenBlocks,
  ) {
    this.#blocks = blocks;
    this.#masters = byName([...elementsBelow(styles, "master-page")], masterSlide);
    this.#layouts = byName(
      [...elementsBelow(styles, "page-layout")],
      (layout) => childOf(layout, "page-layout-properties")?.attributes ?? {},
    );
    this.#pages = byName(
      [...elementsBelow(content, "style")],
      (style) => childOf(style, "drawing-page-properties")?.attributes ?? {},
    );
    this.#declared = byName(
      ["footer-decl", "header-decl", "date-time-decl"].flatMap((name) => childrenOf(body, name)),
      textOf,
    );
  }

  /** Undefined for a hidden slide. */
  section(slide: XmlElement, number: number, total: number): SlideSection | undefined {
    const properties = this.#pages.get(slide.attributes["style-name"] ?? "") ?? {};
    if (properties["visibility"] === "hidden") return undefined;
    const master = this.#masters.get(slide.attributes["master-page-name"] ?? "");
    const layout = this.#layouts.get(master?.layout ?? "") ?? this.#layouts.values().next().value;
    const fields = this.#fieldsOf(slide, { number, total });
    const shapes = [...elementsOf(slide), ...repeatedShapes(master, properties)];
    return {
      kind: "slide",
      width: lengthOf(layout?.["page-width"]) ?? DEFAULT_PAGE.width,
      height: lengthOf(layout?.["page-height"]) ?? DEFAULT_PAGE.height,
      boxes: [...shapes.flatMap((shape) => this.#boxes(withFields(shape, fields))), ...remarksOf(slide)],
    };
  }

  /** The date is only shown if the file has it: documents do not read differently tomorrow. */
  #fieldsOf(
    { attributes }: XmlElement,
    { number, total }: { readonly number: number; readonly total: number },
  ): ReadonlyMap<string, string> {
    const declared = (use: string): string => this.#declared.get(attributes[use] ?? "") ?? "";
    return new Map([
      ["page-number", String(number)],
      ["page-count", String(total)],
      ["footer", declared("use-footer-name")],
      ["header", declared("use-header-name")],
      ["date-time", declared("use-date-time-name")],
    ]);
  }

  #boxes(shape: XmlElement): readonly SlideBox[] {
    // Groups, and shapes that are links.
    if (shape.name === "g" || shape.name === "a")
      return elementsOf(shape).flatMap((inner) => this.#boxes(inner));
    if (shape.name === "notes") return [];
    const isTitle = shape.attributes["class"] === "title";
    const base = { ...PLAIN_STYLE, size: isTitle ? 32 : 18 };
    const blocks = this.#blocks.of({ ...shape, children: [shape] }, base);
    if (blocks.length === 0) return [];
    return [{ ...placeOf(shape), anchor: "top", blocks: isTitle ? blocks.map(asTitle) : blocks }];
  }
}

function byName<Value>(
  elements: readonly XmlElement[],
  valueOf: (element: XmlElement) => Value,
): ReadonlyMap<string, Value> {
  return new Map(elements.map((element) => [element.attributes["name"] ?? "", valueOf(element)]));
}

/** Elements that show something of the slide. */
const FIELDS = ["page-number", "page-count", "footer", "header", "date-time"] as const;

/** The parts of a master that a slide shows only if it says so. */
const FOOTERS: ReadonlySet<string> = new Set(["footer", "header", "page-number", "date-time"]);

interface MasterSlide {
  /** The name of its layout. */
  readonly layout: string;
  /** Footers, and shapes with text that are no placeholders: thousands of slides may show them. */
  readonly shapes: readonly XmlElement[];
}

function masterSlide(master: XmlElement): MasterSlide {
  const shapes = elementsOf(master).filter(({ name, attributes, children }) => {
    const part = attributes["class"] ?? "";
    if (FOOTERS.has(part)) return true;
    const isPicture =
      name === "frame" && children.some((child) => typeof child !== "string" && child.name === "image");
    return attributes["placeholder"] !== "true" && part === "" && !isPicture;
  });
  return {
    layout: master.attributes["page-layout-name"] ?? "",
    shapes: shapes.filter((shape) => textOf(shape).trim() !== "" || hasField(shape)),
  };
}

function hasField(shape: XmlElement): boolean {
  return FIELDS.some((name) => findElement(shape, name) !== undefined);
}

/** The texts of the master that a slide shows: its footers if it says so, and whatever is no placeholder. */
function repeatedShapes(master: MasterSlide | undefined, properties: PageProperties): readonly XmlElement[] {
  if (!master || properties["background-objects-visible"] === "false") return [];
  return master.shapes.filter(({ attributes }) => {
    const part = attributes["class"] ?? "";
    return !FOOTERS.has(part) || properties[`display-${part}`] === "true";
  });
}

/** The element with the values of these fields instead of what the file has for them. */
function withFields(element: XmlElement, fields: ReadonlyMap<string, string>): XmlElement {
  const value = fields.get(element.name);
  if (value !== undefined) return { ...element, children: [value] };
  const children = element.children.map((child) =>
    typeof child === "string" ? child : withFields(child, fields),
  );
  return { ...element, children };
}

function remarksOf(slide: XmlElement): readonly SlideBox[] {
  const frames = childrenOf(childOf(slide, "notes"), "frame");
  const text = frames
    .map((frame) => textOf(childOf(frame, "text-box")))
    .join("\n")
    .trim();
  if (text === "") return [];
  const blocks: readonly Block[] = [{ kind: "remark", author: "", text }];
  return [{ x: 0, y: 0, width: 100, height: 100, anchor: "top", blocks }];
}

function asTitle(block: Block): Block {
  return block.kind === "paragraph" ? { ...block, level: 1 } : block;
}

function placeOf({ attributes }: XmlElement): Pick<SlideBox, "x" | "y" | "width" | "height"> {
  // A rotated shape has its place in its transformation.
  const [, x, y] = /translate\s*\(\s*([\w.-]+)[\s,]+([\w.-]+)\s*\)/.exec(attributes["transform"] ?? "") ?? [];
  return {
    x: Math.max(0, lengthOf(attributes["x"] ?? attributes["x1"] ?? x) ?? 36),
    y: Math.max(0, lengthOf(attributes["y"] ?? attributes["y1"] ?? y) ?? 36),
    width: Math.max(lengthOf(attributes["width"]) ?? 400, 20),
    height: Math.max(lengthOf(attributes["height"]) ?? 400, 0),
  };
}
