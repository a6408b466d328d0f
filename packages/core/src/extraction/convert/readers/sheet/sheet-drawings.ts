import type { Block } from "../../model/flow-document.ts";
import { drawingText } from "../office-xml/drawing-text.ts";
import type { OfficePackage, OfficePart, RawPart } from "../office-xml/office-package.ts";
import { childOf, elementsBelow, elementsOf, findElement, type XmlElement } from "../../xml/xml-element.ts";
import { isHidden } from "../slides/slide-shapes.ts";
import { slideParagraphs } from "../slides/slide-text.ts";

const TEXT = { size: 10, hasBullets: false, isTitle: false } as const;

/** The text boxes, charts and pictures on a sheet, in the order of their anchors. */
export function sheetDrawings(file: OfficePackage, sheet: RawPart): readonly Block[] {
  const drawing = file.related(sheet, "drawing");
  if (!drawing) return [];
  const anchors = elementsOf(findElement(drawing.root, "wsDr"));
  return anchors.flatMap((anchor) => shapeBlocks(anchor, file, drawing));
}

function shapeBlocks(container: XmlElement, file: OfficePackage, drawing: OfficePart): readonly Block[] {
  return elementsOf(container).flatMap((element): readonly Block[] => {
    if (isHidden(element)) return [];
    if (element.name === "sp") return slideParagraphs(childOf(element, "txBody"), TEXT);
    if (element.name === "pic") return picture(element, file, drawing);
    if (element.name === "graphicFrame") {
      const relation = findElement(element, "chart")?.attributes["r:id"];
      return relation === undefined ? [] : drawingText(file, drawing, relation);
    }
    if (element.name === "grpSp") return shapeBlocks(element, file, drawing);
    if (element.name !== "AlternateContent") return [];
    const choice = childOf(element, "Choice") ?? childOf(element, "Fallback");
    return choice ? shapeBlocks(choice, file, drawing) : [];
  });
}

function picture(element: XmlElement, file: OfficePackage, drawing: OfficePart): readonly Block[] {
  const relation = findElement(element, "blip")?.attributes["r:embed"];
  if (relation === undefined) return [];
  const description = [...elementsBelow(element, "cNvPr")][0]?.attributes["descr"] ?? "";
  const bytes = (): Uint8Array => file.bytesByRelation(drawing, relation) ?? new Uint8Array(0);
  return [{ kind: "picture", bytes, width: undefined, height: undefined, description }];
}
