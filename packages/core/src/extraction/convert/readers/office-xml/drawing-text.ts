import { paragraph, run, type Block, type Table } from "../../model/flow-document.ts";
import { elementsBelow, findElement, textOf, type XmlElement } from "../xml/xml-element.ts";

/** The text of a chart, as a table of its values, or of a diagram. */
export function drawingText(root: XmlElement | undefined): readonly Block[] {
  const series = [...elementsBelow(root, "ser")];
  if (series.length === 0) return [...elementsBelow(root, "p")].flatMap(drawingParagraph);
  const titles = [...elementsBelow(root, "title")].flatMap((title) => [...elementsBelow(title, "p")]);
  return [...titles.flatMap(drawingParagraph), chartTable(series)];
}

function drawingParagraph(element: XmlElement): readonly Block[] {
  const text = [...elementsBelow(element, "t")].map(textOf).join("");
  return text === "" ? [] : [paragraph([run(text)])];
}

/** A row for each category, a column for each series, as the chart's cache has them. */
function chartTable(series: readonly XmlElement[]): Table {
  const names = series.map((one) => valuesOf(findElement(one, "tx")).join(" "));
  const columns = series.map((one) => valuesOf(findElement(one, "val") ?? findElement(one, "yVal")));
  const categories = valuesOf(findElement(series[0], "cat") ?? findElement(series[0], "xVal"));
  const count = Math.max(categories.length, ...columns.map(({ length }) => length));
  const rows = Array.from({ length: count }, (_, index) => [
    categories[index] ?? "",
    ...columns.map((values) => values[index] ?? ""),
  ]);
  return {
    kind: "table",
    columnWidths: [],
    headRows: 1,
    rows: [["", ...names], ...rows].map((cells) => ({
      cells: cells.map((text) => ({
        columnSpan: 1,
        rowSpan: 1,
        blocks: [paragraph([run(text)], { spaceAfter: 0 })],
      })),
    })),
  };
}

function valuesOf(element: XmlElement | undefined): readonly string[] {
  return [...elementsBelow(element, "v")].map((value) => shortNumber(textOf(value)));
}

/** Charts store 0.164 as 0.16400000000000001. */
function shortNumber(text: string): string {
  return /^-?\d+\.\d{12,}(?:E[+-]?\d+)?$/.test(text) ? String(Number(text)) : text;
}
