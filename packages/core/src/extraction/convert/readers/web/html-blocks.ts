import { headingSize, paragraph, type Block, type Run } from "../../model/flow-document.ts";
import { mathMlText } from "../math/math-ml-text.ts";
import { elementsOf, numberOf, type XmlElement } from "../../xml/xml-element.ts";
import { isUnseen, SEEN, type Sight, type SightOf } from "./hidden-text.ts";
import { displayOf } from "./html-display.ts";
import { inputText, shownOptions } from "./html-forms.ts";
import { listNumbers } from "./html-lists.ts";
import { tableOf } from "./html-tables.ts";
import { svgParts } from "./svg-parts.ts";

const INDENT = 18;
const MAX_INDENT = 180;

interface Style {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly level: number;
  readonly indent: number;
  readonly isPreformatted: boolean;
  /** What a reader of the page sees of it. */
  readonly sight: Sight;
  /** The text is shown from right to left, whatever its letters are. */
  readonly isReversed: boolean;
}

const PLAIN: Style = {
  size: headingSize(0),
  bold: false,
  italic: false,
  level: 0,
  indent: 0,
  isPreformatted: false,
  sight: SEEN,
  isReversed: false,
};

/** What elements of a page show that is not in them. */
export interface PageContent {
  /** The picture that an element shows, by its URL; undefined if the page does not contain it. */
  readonly picture: (url: string) => Uint8Array | undefined;
  /** The blocks of the page in a frame, of which nothing is seen if the frame is not. */
  readonly frame: (frame: XmlElement, isUnseen: boolean) => readonly Block[];
  readonly sightOf: SightOf;
  /** Called for text that readers of the page do not see. */
  readonly onUnseen: () => void;
}

/** The blocks of an element; of one that is gone, nothing is seen. */
export function blocksOf(root: XmlElement, page: PageContent, isGone = false): readonly Block[] {
  return new HtmlBlocks(page).of(root, { ...PLAIN, sight: { ...SEEN, isGone } });
}

type Show = (blocks: HtmlBlocks, element: XmlElement, style: Style) => void;

class HtmlBlocks {
  readonly #page: PageContent;
  readonly #blocks: Block[] = [];
  readonly #numbers = new Map<XmlElement, string>();
  #runs: Run[] = [];
  #marker = "";
  /** What follows stands apart from the word before it. */
  #isApart = false;

  constructor(page: PageContent) {
    this.#page = page;
  }

  of(root: XmlElement, style: Style): readonly Block[] {
    this.#readChildren(root, style);
    this.#end(style);
    return this.#blocks;
  }

  #readChildren(element: XmlElement, style: Style): void {
    for (const child of element.children) {
      if (typeof child === "string") this.#text(child, style);
      else this.#element(child, style);
    }
  }

  #element(element: XmlElement, around: Style): void {
    const display = displayOf(element);
    if (display === "none") return;
    const style = this.#styleIn(element, around);
    if (display === "apart") this.#isApart = true;
    const special = HtmlBlocks.#SPECIAL.get(element.name);
    if (special) special(this, element, style);
    else if (display === "block") this.#block(element, style);
    else this.#readChildren(element, inlineStyle(element.name, style));
    if (display === "apart") this.#isApart = true;
  }

  #styleIn(element: XmlElement, around: Style): Style {
    const sight = this.#page.sightOf(element, around.sight);
    const isReversed =
      element.name === "bdo" ? element.attributes["dir"]?.toLowerCase() === "rtl" : around.isReversed;
    return { ...around, sight, isReversed };
  }

  /** Elements that are more than a style of what is in them. */
  static readonly #SPECIAL: ReadonlyMap<string, Show> = new Map<string, Show>([
    ["br", (blocks, _, style) => blocks.#write("\n", style)],
    ["dir", (blocks, list, style) => blocks.#list(list, style)],
    ["frame", (blocks, frame, style) => blocks.#frame(frame, style)],
    ["frameset", (blocks, frames, style) => blocks.#frameset(frames, style)],
    ["iframe", (blocks, frame, style) => blocks.#frame(frame, style)],
    ["image", (blocks, image, style) => blocks.#image(image, style)],
    ["img", (blocks, image, style) => blocks.#image(image, style)],
    ["input", (blocks, input, style) => blocks.#write(inputText(input), style)],
    ["li", (blocks, item, style) => blocks.#item(item, style)],
    ["math", (blocks, math, style) => blocks.#write(mathMlText(math), style)],
    ["menu", (blocks, list, style) => blocks.#list(list, style)],
    ["object", (blocks, element, style) => blocks.#object(element, style)],
    ["ol", (blocks, list, style) => blocks.#list(list, style)],
    ["q", (blocks, quote, style) => blocks.#between("“”", quote, style)],
    ["rt", (blocks, reading, style) => blocks.#between("()", reading, style)],
    ["select", (blocks, select, style) => blocks.#select(select, style)],
    ["svg", (blocks, svg, style) => blocks.#svg(svg, style)],
    ["table", (blocks, table, style) => blocks.#table(table, style)],
    ["ul", (blocks, list, style) => blocks.#list(list, style)],
  ]);

  #list(list: XmlElement, style: Style): void {
    for (const [item, number] of listNumbers(list)) this.#numbers.set(item, number);
    this.#block(list, { ...style, indent: Math.min(style.indent + INDENT, MAX_INDENT) });
  }

  #frame(element: XmlElement, style: Style): void {
    this.#add(this.#page.frame(element, isUnseen(style.sight)), style);
  }

  /** Frames are not fetched: what a browser without frames shows is read. */
  #frameset(frameset: XmlElement, style: Style): void {
    for (const child of elementsOf(frameset)) {
      if (child.name === "noframes") this.#frame(child, style);
      else this.#element(child, style);
    }
  }

  #image(element: XmlElement, style: Style): void {
    const { src, href, alt = "" } = element.attributes;
    if (!this.#picture(element, src ?? href ?? "", style)) this.#write(alt, style);
  }

  #block(element: XmlElement, style: Style): void {
    this.#end(style);
    const own = blockStyle(element, style);
    this.#readChildren(element, own);
    this.#end(own);
  }

  #item(item: XmlElement, style: Style): void {
    this.#end(style);
    this.#marker = this.#numbers.get(item) ?? "•";
    this.#block(item, style);
    this.#marker = "";
  }

  #table(table: XmlElement, style: Style): void {
    this.#end(style);
    const captions = table.children.filter((child) => typeof child !== "string" && child.name === "caption");
    this.#readChildren({ ...table, children: captions }, style);
    const block = tableOf(table, (cell, row, group) => {
      const { sight } = style;
      const inGroup = this.#styleIn(group, { ...PLAIN, sight, bold: cell.name === "th" });
      const inRow = this.#styleIn(row, inGroup);
      return new HtmlBlocks(this.#page).of(cell, this.#styleIn(cell, inRow));
    });
    // A table of one cell is a frame of a page's layout.
    const [only, ...others] = block.rows.flatMap(({ cells }) => cells);
    if (only) this.#add(others.length === 0 ? only.blocks : [block], style);
  }

  #object(element: XmlElement, style: Style): void {
    const isShown = this.#picture(element, element.attributes["data"] ?? "", style);
    // What a browser shows instead of an object that it does not have.
    if (!isShown) this.#readChildren(element, style);
  }

  /** Shows a picture that the page contains. */
  #picture(element: XmlElement, url: string, style: Style): boolean {
    const bytes = this.#page.picture(url);
    if (!bytes) return false;
    const inPoints = (value: number | undefined): number | undefined => value && value * 0.75;
    const [width, height] = [numberOf(element, "width"), numberOf(element, "height")].map(inPoints);
    const description = element.attributes["alt"] ?? "";
    this.#add([{ kind: "picture", bytes: () => bytes, width, height, description }], style);
    return true;
  }

  #select(select: XmlElement, style: Style): void {
    const [first, ...others] = shownOptions(select);
    if (first === undefined) return;
    if (others.length === 0) {
      this.#write(first, style);
      return;
    }
    for (const option of [first, ...others]) {
      this.#end(style);
      this.#write(option, style);
    }
    this.#end(style);
  }

  #svg(svg: XmlElement, style: Style): void {
    for (const part of svgParts(svg)) {
      this.#end(style);
      if (typeof part === "string") this.#write(part, style);
      else this.#readChildren(part, style);
    }
    this.#end(style);
  }

  /** Marks that browsers show around an element, or by its place. */
  #between(marks: string, element: XmlElement, style: Style): void {
    this.#write(marks.slice(0, 1), style);
    this.#readChildren(element, style);
    this.#write(marks.slice(1), style);
  }

  #text(text: string, style: Style): void {
    if (style.isPreformatted) this.#write(text.replaceAll("\t", "    "), style);
    else this.#write(text.replaceAll(/[ \t\n\f\r]+/g, " "), style);
  }

  #write(text: string, { size, bold, italic, ...style }: Style): void {
    const { isPreformatted, sight, isReversed } = style;
    const last = this.#runs.at(-1)?.text ?? "\n";
    const trimmed = !isPreformatted && /\s$/.test(last) && text !== "\n" ? text.replace(/^ /, "") : text;
    if (trimmed === "") return;
    const isHidden = isUnseen(sight);
    if (isHidden && trimmed.trim() !== "") this.#page.onUnseen();
    const joins = this.#isApart && /[\p{L}\p{N}]$/u.test(last) && /^[\p{L}\p{N}]/u.test(trimmed);
    this.#isApart = false;
    const shown = isReversed ? `\u202e${trimmed}\u202c` : trimmed;
    this.#runs.push({ text: joins ? ` ${shown}` : shown, size, bold, italic, isHidden });
  }

  /** Adds blocks between paragraphs. */
  #add(blocks: readonly Block[], style: Style): void {
    this.#end(style);
    for (const block of blocks) this.#blocks.push(block);
  }

  /** Ends the paragraph. */
  #end({ level, indent }: Style): void {
    const runs = this.#runs;
    this.#runs = [];
    if (runs.every(({ text }) => text.trim() === "")) return;
    const spaceBefore = level > 0 ? 8 : 0;
    this.#blocks.push(paragraph(runs, { level, marker: this.#marker, indent, spaceBefore }));
    this.#marker = "";
  }
}

function blockStyle({ name }: XmlElement, style: Style): Style {
  const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
  if (level > 0) return { ...style, level, size: headingSize(level), bold: true };
  if (PREFORMATTED.has(name)) return { ...style, isPreformatted: true };
  if (name === "blockquote" || name === "dd")
    return { ...style, indent: Math.min(style.indent + INDENT, MAX_INDENT) };
  return name === "dt" ? { ...style, bold: true } : style;
}

const PREFORMATTED: ReadonlySet<string> = new Set(["listing", "plaintext", "pre", "textarea", "xmp"]);
const BOLD: ReadonlySet<string> = new Set(["b", "strong"]);
const ITALIC: ReadonlySet<string> = new Set(["cite", "em", "i", "var"]);

function inlineStyle(name: string, style: Style): Style {
  if (BOLD.has(name)) return { ...style, bold: true };
  if (ITALIC.has(name)) return { ...style, italic: true };
  if (name === "textarea") return { ...style, isPreformatted: true };
  return style;
}
