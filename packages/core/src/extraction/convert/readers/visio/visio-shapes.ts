import { paragraph, run, type Block, type SlideBox } from "../../model/flow-document.ts";
import type { OfficePackage, OfficePart } from "../office-xml/office-package.ts";
import { childOf, childrenOf, findElement, textOf, type XmlElement } from "../../xml/xml-element.ts";
import type { VisioMasters } from "./visio-masters.ts";

export const POINTS_PER_INCH = 72;

const DEFAULT_SIZE = 8 / POINTS_PER_INCH;

/** What shapes are made from. */
interface Sources {
  readonly file: OfficePackage;
  readonly masters: VisioMasters;
}

/** The text and pictures of a page's shapes at their places; `height` of the page in points. */
export function shapeBoxes(page: OfficePart, height: number, sources: Sources): readonly SlideBox[] {
  const shapes = childOf(findElement(page.root, "PageContents"), "Shapes");
  return new ShapeReader(page, height, sources).boxes(shapes, { x: 0, y: 0, master: "" });
}

/** The lower left corner of a group in inches, and the master that it is made from. */
interface Group {
  readonly x: number;
  readonly y: number;
  readonly master: string;
}

/** A shape and the one that it is made from, whose cells and text it has unless it has its own. */
type Shape = readonly [own: XmlElement, master: XmlElement | undefined];

class ShapeReader {
  readonly #page: OfficePart;
  readonly #height: number;
  readonly #sources: Sources;

  constructor(page: OfficePart, height: number, sources: Sources) {
    this.#page = page;
    this.#height = height;
    this.#sources = sources;
  }

  boxes(shapes: XmlElement | undefined, group: Group): readonly SlideBox[] {
    return childrenOf(shapes, "Shape").flatMap((own) => {
      const master = own.attributes["Master"] ?? group.master;
      const id = own.attributes["Master"] === undefined ? own.attributes["MasterShape"] : "";
      const shape: Shape = [own, id === undefined ? undefined : this.#sources.masters.shape(master, id)];
      const place = placeOf(shape, group);
      const inner = childOf(own, "Shapes") ?? childOf(shape[1], "Shapes");
      return [...this.#boxOf(shape, place), ...this.boxes(inner, { ...place, master })];
    });
  }

  #boxOf(shape: Shape, { x, y, width, height }: Place): readonly SlideBox[] {
    const blocks = [...this.#picture(shape, { width, height }), ...textBlocks(shape)];
    if (blocks.length === 0) return [];
    const inPoints = { width: width * POINTS_PER_INCH, height: height * POINTS_PER_INCH };
    return [
      {
        x: x * POINTS_PER_INCH,
        y: this.#height - y * POINTS_PER_INCH - inPoints.height,
        ...inPoints,
        anchor: "middle",
        blocks,
      },
    ];
  }

  #picture([own]: Shape, { width, height }: Pick<Place, "width" | "height">): readonly Block[] {
    const relation = childOf(childOf(own, "ForeignData"), "Rel")?.attributes["r:id"];
    const bytes = this.#sources.file.bytesByRelation(this.#page, relation);
    const size = { width: width * POINTS_PER_INCH, height: height * POINTS_PER_INCH };
    return bytes ? [{ kind: "picture", bytes: () => bytes, ...size, description: "" }] : [];
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In inches, from the lower left corner of the page. */
function placeOf(shape: Shape, group: Group): Place {
  const cell = (name: string): number | undefined => cellOf(shape[0], name) ?? cellOf(shape[1], name);
  const width = cell("Width") ?? 0;
  const height = cell("Height") ?? 0;
  return {
    x: group.x + (cell("PinX") ?? 0) - (cell("LocPinX") ?? width / 2),
    y: group.y + (cell("PinY") ?? 0) - (cell("LocPinY") ?? height / 2),
    width: Math.abs(width),
    height: Math.abs(height),
  };
}

function textBlocks(shape: Shape): readonly Block[] {
  const element = childOf(shape[0], "Text") ?? childOf(shape[1], "Text");
  const inches = sizeOf(shape[0]) ?? sizeOf(shape[1]) ?? DEFAULT_SIZE;
  const size = Math.min(Math.max(inches * POINTS_PER_INCH, 2), 200);
  return textOf(element)
    .split(/[\r\n\u2028\u2029]+/)
    .filter((line) => line.trim() !== "")
    .map((line) => paragraph([run(line.trim(), { size })], { spaceAfter: 0 }));
}

function sizeOf(shape: XmlElement | undefined): number | undefined {
  const section = childrenOf(shape, "Section").find(({ attributes }) => attributes["N"] === "Character");
  return cellOf(childOf(section, "Row"), "Size");
}

/** The number in a cell of a shape, page or row, in inches if it is a length. */
export function cellOf(element: XmlElement | undefined, name: string): number | undefined {
  const cell = childrenOf(element, "Cell").find(({ attributes }) => attributes["N"] === name);
  const value = Number.parseFloat(cell?.attributes["V"] ?? "");
  return Number.isFinite(value) ? value : undefined;
}
