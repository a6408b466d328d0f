import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument, SlideBox, SlideSection } from "../../model/flow-document.ts";
import { OfficePackage, type OfficePart } from "../office-xml/office-package.ts";
import { childOf, childrenOf, findElement, type XmlElement } from "../../xml/xml-element.ts";
import { cellOf, POINTS_PER_INCH, shapeBoxes } from "./visio-shapes.ts";
import { VisioMasters } from "./visio-masters.ts";

/** Background pages have backgrounds themselves, to this depth. */
const MAX_BACKGROUNDS = 10;

/** Reads a Visio drawing (VSDX, VSDM, VSTX): each page with the text of its shapes at their places. */
export function readVisio(archive: ZipArchive): FlowDocument {
  const file = new OfficePackage(archive);
  const main = file.mainPart("document");
  const list = main && file.related(main, "pages");
  if (!main || !list)
    throw new ExtractionError(
      "DAMAGED_DOCUMENT",
      "The Visio drawing is damaged: its list of pages is missing.",
    );
  return { title: file.title(), sections: sections({ file, main, list }), notes: [], files: [] };
}

interface Drawing {
  readonly file: OfficePackage;
  readonly main: OfficePart;
  readonly list: OfficePart;
}

function* sections({ file, main, list }: Drawing): Generator<SlideSection, void, undefined> {
  const masters = new VisioMasters(file, main);
  const pages = childrenOf(findElement(list.root, "Pages"), "Page");
  const byId = new Map(pages.map((page) => [page.attributes["ID"] ?? "", page]));
  const ownBoxes = (page: XmlElement): readonly SlideBox[] => {
    const part = file.byRelation(list, childOf(page, "Rel")?.attributes["r:id"]);
    return part ? shapeBoxes(part, sizeOf(page).height, { file, masters }) : [];
  };
  const boxesOf = (page: XmlElement, depth = 0): readonly SlideBox[] => {
    const background = depth < MAX_BACKGROUNDS ? byId.get(page.attributes["BackPage"] ?? "") : undefined;
    return [...(background ? boxesOf(background, depth + 1) : []), ...ownBoxes(page)];
  };
  for (const page of pages) {
    if (page.attributes["Background"] === "1") continue;
    yield { kind: "slide", ...sizeOf(page), boxes: boxesOf(page) };
  }
}

/** Letter paper, unless the page says otherwise. */
const WIDTH = 8.5;
const HEIGHT = 11;

function sizeOf(page: XmlElement): Pick<SlideSection, "width" | "height"> {
  const sheet = childOf(page, "PageSheet");
  return {
    width: (cellOf(sheet, "PageWidth") ?? WIDTH) * POINTS_PER_INCH,
    height: (cellOf(sheet, "PageHeight") ?? HEIGHT) * POINTS_PER_INCH,
  };
}
