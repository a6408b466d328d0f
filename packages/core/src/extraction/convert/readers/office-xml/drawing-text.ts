import { paragraph, run, type Block } from "../../model/flow-document.ts";
import { elementsBelow, textOf, type XmlElement } from "../../xml/xml-element.ts";
import { chartTable } from "./chart-table.ts";
import type { OfficePackage, OfficePart } from "./office-package.ts";

/** The text of the chart, as a table of its values, or of the diagram to which `part` refers by this relation. */
export function drawingText(
  file: OfficePackage,
  part: Pick<OfficePart, "relations">,
  relation: string,
): readonly Block[] {
  const drawing = file.byRelation(part, relation);
  if (!drawing) return [];
  const { root } = drawing;
  const series = [...elementsBelow(root, "ser")];
  if (series.length === 0) return paragraphsBelow(root);
  const titles = [...elementsBelow(root, "title")].flatMap(paragraphsBelow);
  const boxes = paragraphsBelow(file.related(drawing, "chartUserShapes")?.root);
  return [...titles, chartTable(root, series, file.formatted), ...boxes];
}

function paragraphsBelow(element: XmlElement | undefined): readonly Block[] {
  return [...elementsBelow(element, "p")].flatMap((one) => {
    const text = [...elementsBelow(one, "t")].map(textOf).join("");
    return text === "" ? [] : [paragraph([run(text)])];
  });
}
