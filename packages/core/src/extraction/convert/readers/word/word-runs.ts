import type { Block, PageCount, Picture, Remark, Run } from "../../model/flow-document.ts";
import { pageCountOf } from "../../model/page-counts.ts";
import { symbolOf } from "../../model/symbols.ts";
import { mathText } from "../math/math-text.ts";
import {
  childOf,
  elementsBelow,
  elementsOf,
  findElement,
  numberOf,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { formFieldText } from "./form-fields.ts";
import type { TextStyle, WordStyles } from "./word-styles.ts";

/** What the content of a paragraph consists of: its text, and what floats beside it. */
export interface ParagraphContent {
  readonly runs: readonly Run[];
  /** Text boxes and pictures. */
  readonly floating: readonly Block[];
}

export interface RunContext {
  readonly styles: WordStyles;
  /** The picture of a relation. */
  readonly picture: (relation: string, size: Pick<Picture, "width" | "height" | "description">) => Picture;
  /** The mark of a footnote or endnote, whose text follows at the end of the section. */
  readonly noteMark: (kind: "footnote" | "endnote", id: string) => string;
  /** The comment with this id; undefined if there is none. */
  readonly remark: (id: string) => Remark | undefined;
  /** The text of a chart or diagram of a relation. */
  readonly drawingText: (relation: string) => readonly Block[];
  readonly blocks: (container: XmlElement) => readonly Block[];
}

/** English Metric Units in a point. */
const EMU = 12_700;

/** Elements whose content is not text of the document: deleted text, properties, field codes. */
const SKIPPED: ReadonlySet<string> = new Set([
  "del",
  "moveFrom",
  "rPr",
  "pPr",
  "delText",
  "sdtPr",
  "sdtEndPr",
  "fldData",
  "ffData",
]);

const DRAWINGS: ReadonlySet<string> = new Set(["drawing", "pict", "object"]);

/** Reads the runs of a paragraph. */
export function paragraphContent(
  paragraph: XmlElement,
  base: TextStyle,
  context: RunContext,
): ParagraphContent {
  const reader = new RunReader(context);
  reader.read(paragraph, base);
  return { runs: reader.runs, floating: reader.floating };
}

/** A field: its code, which is not shown, until the separator, then its result. */
interface OpenField {
  code: string;
  isResult: boolean;
  count: PageCount | undefined;
  /** Its number has been added. */
  isShown: boolean;
}

class RunReader {
  readonly #context: RunContext;
  readonly runs: Run[] = [];
  readonly floating: Block[] = [];
  readonly #fields: OpenField[] = [];

  constructor(context: RunContext) {
    this.#context = context;
  }

  read(container: XmlElement, style: TextStyle): void {
    for (const element of elementsOf(container)) this.#readElement(element, style);
  }

  #readElement(element: XmlElement, style: TextStyle): void {
    const { name, attributes } = element;
    if (SKIPPED.has(name)) return;
    if (name === "r") {
      this.read(element, this.#context.styles.text(childOf(element, "rPr"), style));
      return;
    }
    if (name === "fldChar") {
      if (!this.#isInCode) this.#add(formFieldText(element), style);
      this.#field(attributes["fldCharType"], style);
    } else if (name === "fldSimple") {
      this.#simpleField(element, style);
      return;
    } else if (name === "instrText") this.#code(textOf(element));
    // The result of a nested field inside a code is no text either.
    if (this.#isInCode || name === "instrText") return;
    if (name === "pgNum") this.#addCount("1", style, { of: "page" });
    const text = TEXTS[name]?.(element) ?? this.#reference(element);
    if (text !== undefined) this.#add(text, style);
    else if (name === "AlternateContent") this.#alternative(element, style);
    else if (DRAWINGS.has(name)) this.#drawing(element);
    else this.read(element, style);
  }

  /** The mark of a note or comment; undefined for other elements. */
  #reference({ name, attributes }: XmlElement): string | undefined {
    const id = attributes["id"] ?? "";
    if (name === "footnoteReference") return this.#context.noteMark("footnote", id);
    if (name === "endnoteReference") return this.#context.noteMark("endnote", id);
    if (name !== "commentReference") return undefined;
    const remark = this.#context.remark(id);
    if (remark) this.floating.push(remark);
    return "";
  }

  get #isInCode(): boolean {
    return this.#fields.some(({ isResult }) => !isResult);
  }

  #code(text: string): void {
    const field = this.#fields.at(-1);
    if (field && !field.isResult) field.code += text;
  }

  #field(type: string | undefined, style: TextStyle): void {
    const field = this.#fields.at(-1);
    if (type === "begin") this.#fields.push({ code: "", isResult: false, count: undefined, isShown: false });
    else if (type === "separate" && field) {
      field.isResult = true;
      field.count = pageCountOf(field.code);
    } else if (type === "end" && field) {
      const count = field.isResult ? field.count : pageCountOf(field.code);
      this.#fields.pop();
      if (count && !field.isShown && !this.#isInCode) this.#addCount("1", style, count);
    }
  }

  #simpleField(element: XmlElement, style: TextStyle): void {
    if (this.#isInCode) return;
    this.#fields.push({
      code: "",
      isResult: true,
      count: pageCountOf(element.attributes["instr"] ?? ""),
      isShown: false,
    });
    this.read(element, style);
    this.#field("end", style);
  }

  #add(text: string, style: TextStyle): void {
    const field = this.#fields.find(({ count }) => count !== undefined);
    if (text === "" || style.hidden === true) return;
    if (field?.count) {
      if (!field.isShown) this.#addCount(text, style, field.count);
      field.isShown = true;
      return;
    }
    const { size = 10, bold = false, italic = false } = style;
    const last = this.runs.at(-1);
    if (last && !last.count && last.size === size && last.bold === bold && last.italic === italic) {
      this.runs[this.runs.length - 1] = { ...last, text: last.text + text };
    } else this.runs.push({ text, size, bold, italic });
  }

  #addCount(
    text: string,
    { size = 10, bold = false, italic = false, hidden = false }: TextStyle,
    count: PageCount,
  ): void {
    if (!hidden) this.runs.push({ text, size, bold, italic, count });
  }

  /** The same content for newer and older programs: the first that has any. */
  #alternative(element: XmlElement, style: TextStyle): void {
    const best = elementsOf(element).find(
      (choice) => textOf(choice) !== "" || findElement(choice, "blip") || findElement(choice, "imagedata"),
    );
    if (best) this.read(best, style);
  }

  /** Text boxes and pictures; those of a text box are part of its text. */
  #drawing(drawing: XmlElement): void {
    const boxes = outermost(drawing, "txbxContent");
    for (const box of boxes) this.floating.push(...this.#context.blocks(box));
    if (boxes.length > 0) return;
    const extent = findElement(drawing, "extent");
    const description = findElement(drawing, "docPr")?.attributes["descr"] ?? "";
    const size = { width: emu(extent, "cx"), height: emu(extent, "cy"), description };
    for (const picture of [...elementsBelow(drawing, "blip"), ...elementsBelow(drawing, "imagedata")]) {
      const relation = picture.attributes["r:embed"] ?? picture.attributes["r:id"];
      if (relation !== undefined) this.floating.push(this.#context.picture(relation, size));
    }
    for (const part of [...elementsBelow(drawing, "chart"), ...elementsBelow(drawing, "relIds")]) {
      const relation = part.attributes["r:id"] ?? part.attributes["r:dm"];
      if (relation !== undefined) this.floating.push(...this.#context.drawingText(relation));
    }
    // Text in a drawing's own shapes, such as diagrams drawn as groups.
    for (const shape of elementsBelow(drawing, "txBody")) this.#add(`${textOf(shape)}\n`, {});
  }
}

function emu(extent: XmlElement | undefined, attribute: string): number | undefined {
  const value = numberOf(extent, attribute);
  return value === undefined ? undefined : value / EMU;
}

function outermost(element: XmlElement, name: string): readonly XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    // A picture of the same text box for older programs.
    if (child.name === "AlternateContent") return outermost(elementsOf(child)[0] ?? child, name);
    return child.name === name ? [child] : outermost(child, name);
  });
}

/** The text of elements that stand for characters. */
const TEXTS: Readonly<Record<string, (element: XmlElement) => string>> = {
  t: (element) => textOf(element).replaceAll(/[\n\t]/g, " "),
  tab: () => "\t",
  ptab: () => "\t",
  br: ({ attributes }) => (attributes["type"] === "page" ? "\f" : "\n"),
  cr: () => "\n",
  oMath: (element) => ` ${mathText(element)} `,
  noBreakHyphen: () => "\u2011",
  sym: ({ attributes }) => symbolOf(Number.parseInt(attributes["char"] ?? "", 16)),
};
