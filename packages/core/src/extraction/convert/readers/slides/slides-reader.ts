import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type {
  Block,
  FlowDocument,
  Picture,
  Remark,
  SlideBox,
  SlideSection,
  Table,
} from "../../model/flow-document.ts";
import type { NumberFormatter } from "../office-xml/chart-table.ts";
import { drawingText } from "../office-xml/drawing-text.ts";
import { OfficePackage, type OfficePart } from "../office-xml/office-package.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  findElement,
  numberOf,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { hiddenSlidesNote } from "./hidden-slides.ts";
import { SlideLayouts, type SlideLayout } from "./slide-layouts.ts";
import { placeholderOf, shapesOf, type Frame, type PlacedShape } from "./slide-shapes.ts";
import { SIZES, slideParagraphs } from "./slide-text.ts";

const EMU = 12_700;
const FOOTERS: ReadonlySet<string> = new Set(["dt", "ftr", "sldNum", "hdr"]);

/** Reads a presentation (PPTX, PPTM, POTX, PPSX): each slide is a page with its text at its place. */
export function readSlides(archive: ZipArchive, formatted?: NumberFormatter): FlowDocument {
  const file = new OfficePackage(archive, formatted);
  const main = file.mainPart() ?? file.part("ppt/presentation.xml");
  const presentation = findElement(main?.root, "presentation");
  if (!main || !presentation) {
    throw new ExtractionError(
      "DAMAGED_DOCUMENT",
      "The presentation is damaged: its list of slides is missing.",
    );
  }
  const size = childOf(presentation, "sldSz");
  const page = {
    width: (numberOf(size, "cx") ?? 9_144_000) / EMU,
    height: (numberOf(size, "cy") ?? 6_858_000) / EMU,
  };
  const notes: string[] = [];
  const sections = slideSections({ file, main, presentation, page, notes });
  return { title: file.title(), sections, notes, files: [] };
}

interface Presentation {
  readonly file: OfficePackage;
  readonly main: OfficePart;
  readonly presentation: XmlElement;
  readonly page: Pick<SlideSection, "width" | "height">;
  readonly notes: string[];
}

/** Slide by slide, so that only one is in memory. */
function* slideSections({
  file,
  main,
  presentation,
  page,
  notes,
}: Presentation): Generator<SlideSection, void, undefined> {
  const ids = childrenOf(childOf(presentation, "sldIdLst"), "sldId");
  const first = numberOf(presentation, "firstSlideNum") ?? 1;
  const layouts = new SlideLayouts(file);
  let hidden = 0;
  for (const [index, { attributes }] of ids.entries()) {
    const slide = file.byRelation(main, attributes["r:id"]);
    const root = findElement(slide?.root, "sld");
    if (!slide || !root) continue;
    if (root.attributes["show"] === "0") hidden++;
    else {
      const reader = new SlideReader(file, slide, { number: first + index, layout: layouts.of(slide) });
      yield { kind: "slide", ...page, boxes: reader.boxes(page) };
    }
  }
  notes.push(...hiddenSlidesNote(hidden));
}

class SlideReader {
  readonly #file: OfficePackage;
  readonly #slide: OfficePart;
  readonly #number: number;
  readonly #layout: SlideLayout;

  constructor(
    file: OfficePackage,
    slide: OfficePart,
    { number, layout }: { readonly number: number; readonly layout: SlideLayout },
  ) {
    this.#file = file;
    this.#slide = slide;
    this.#number = number;
    this.#layout = layout;
  }

  boxes(page: { readonly width: number; readonly height: number }): readonly SlideBox[] {
    const own = shapesOf(findElement(this.#slide.root, "spTree"));
    const boxes = [...own, ...this.#layout.repeated].flatMap((shape) => this.#box(shape, page));
    const remarks = this.#remarks();
    const box = { x: 0, y: 0, width: page.width, height: page.height, anchor: "top" as const };
    return remarks.length === 0 ? boxes : [...boxes, { ...box, blocks: remarks }];
  }

  #box(
    { element, frame }: PlacedShape,
    page: { readonly width: number; readonly height: number },
  ): readonly SlideBox[] {
    const place = frame ??
      this.#inheritedFrame(element) ?? { x: 36, y: 36, width: page.width - 72, height: page.height - 72 };
    const blocks = this.#blocks(element, place);
    if (blocks.length === 0) return [];
    const body = childOf(childOf(element, "txBody"), "bodyPr");
    const inset = element.name === "sp" ? 5 : 0;
    return [
      {
        x: Math.max(0, place.x + inset),
        y: Math.max(0, place.y + inset),
        width: Math.max(place.width - 2 * inset, 20),
        height: Math.max(place.height - 2 * inset, 0),
        anchor: ANCHORS[body?.attributes["anchor"] ?? ""] ?? "top",
        blocks,
      },
    ];
  }

  #blocks(element: XmlElement, frame: Frame): readonly Block[] {
    if (element.name === "pic") return this.#picture(element, frame);
    if (element.name === "graphicFrame") return this.#graphic(element, frame);
    const placeholder = placeholderOf(element);
    const isTitle = placeholder !== undefined && /title/i.test(placeholder.type);
    const isFooter = placeholder !== undefined && FOOTERS.has(placeholder.type);
    const isBody = placeholder !== undefined && !isTitle && !isFooter && placeholder.type !== "subTitle";
    const size = isTitle ? SIZES.title : isFooter ? SIZES.footer : isBody ? SIZES.body : SIZES.other;
    return slideParagraphs(childOf(element, "txBody"), {
      size,
      hasBullets: isBody,
      isTitle,
      slideNumber: this.#number,
    });
  }

  #picture(element: XmlElement, frame: Frame): readonly Block[] {
    const relation = findElement(element, "blip")?.attributes["r:embed"];
    const description = findElement(element, "cNvPr")?.attributes["descr"] ?? "";
    return this.#pictureOf(this.#slide, relation, { ...frame, description });
  }

  #pictureOf(
    part: OfficePart,
    relation: string | undefined,
    { width, height, description }: Pick<Picture, "width" | "height" | "description">,
  ): readonly Block[] {
    if (relation === undefined) return [];
    const bytes = (): Uint8Array => this.#file.bytesByRelation(part, relation) ?? new Uint8Array(0);
    return [{ kind: "picture", bytes, width, height, description }];
  }

  #graphic(element: XmlElement, frame: Frame): readonly Block[] {
    const table = findElement(element, "tbl");
    if (table) return [tableOf(table, this.#number)];
    const part = findElement(element, "chart") ?? findElement(element, "relIds");
    const relation = part?.attributes["r:id"] ?? part?.attributes["r:dm"];
    return relation === undefined
      ? this.#preview(element, frame)
      : drawingText(this.#file, this.#slide, relation);
  }

  /** The picture that an object of another program comes with; PowerPoint 2007 has it in a drawing beside the slide. */
  #preview(element: XmlElement, frame: Frame): readonly Block[] {
    const picture = findElement(element, "pic");
    if (picture) return this.#picture(picture, frame);
    const id = findElement(element, "oleObj")?.attributes["spid"];
    const drawing = id === undefined ? undefined : this.#file.related(this.#slide, "vmlDrawing");
    if (!drawing) return [];
    const shape = [...elementsBelow(drawing.root, "shape")].find(({ attributes }) => attributes["id"] === id);
    const relation = findElement(shape, "imagedata")?.attributes["relid"];
    return this.#pictureOf(drawing, relation, { ...frame, description: "" });
  }

  /** The place of the layout's or master's placeholder of the same index or type. */
  #inheritedFrame(element: XmlElement): Frame | undefined {
    const own = placeholderOf(element);
    if (!own) return undefined;
    const { placeholders } = this.#layout;
    const byIndex = placeholders.find(({ index }) => own.index !== "0" && index === own.index);
    const byType = placeholders.find(({ type }) => sameType(type, own.type));
    return (byIndex ?? byType)?.frame;
  }

  /** The speaker's notes and the comments on the slide. */
  #remarks(): readonly Remark[] {
    const notes = this.#file.related(this.#slide, "notesSlide");
    const bodies = shapesOf(findElement(notes?.root, "spTree")).filter(
      ({ element }) => placeholderOf(element)?.type === "body",
    );
    const spoken = bodies.flatMap(({ element }) =>
      childrenOf(childOf(element, "txBody"), "p").map((p) => [...elementsBelow(p, "t")].map(textOf).join("")),
    );
    const comments = [...elementsBelow(this.#file.related(this.#slide, "comments")?.root, "cm")];
    const texts = [spoken.join("\n"), ...comments.map((comment) => textOf(comment))];
    return texts.flatMap((text) =>
      text.trim() === "" ? [] : [{ kind: "remark" as const, author: "", text: text.trim() }],
    );
  }
}

const ANCHORS: Readonly<Record<string, SlideBox["anchor"]>> = { ctr: "middle", b: "bottom" };

function sameType(one: string, other: string): boolean {
  const general = (type: string): string => (type === "ctrTitle" ? "title" : type === "obj" ? "body" : type);
  return general(one) === general(other);
}

const MAX_SPAN = 1000;

function tableOf(table: XmlElement, slideNumber: number): Table {
  const widths = childrenOf(childOf(table, "tblGrid"), "gridCol").map(
    (column) => (numberOf(column, "w") ?? 0) / EMU,
  );
  const span = (cell: XmlElement, attribute: string): number =>
    Math.min(Math.max(numberOf(cell, attribute) ?? 1, 1), MAX_SPAN);
  return {
    kind: "table",
    columnWidths: widths,
    headRows: 0,
    rows: childrenOf(table, "tr").map((row) => ({
      cells: childrenOf(row, "tc")
        .filter(({ attributes }) => attributes["hMerge"] !== "1" && attributes["vMerge"] !== "1")
        .map((cell) => ({
          columnSpan: span(cell, "gridSpan"),
          rowSpan: span(cell, "rowSpan"),
          blocks: slideParagraphs(childOf(cell, "txBody"), {
            size: SIZES.table,
            hasBullets: false,
            isTitle: false,
            slideNumber,
          }),
        })),
    })),
  };
}
