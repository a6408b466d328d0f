import { paragraph, run, type Block, type Table } from "../../model/flow-document.ts";
import { shortNumber } from "../office-xml/chart-table.ts";
import { mathMlText } from "../math/math-ml-text.ts";
import {
  childOf,
  childrenOf,
  findElement,
  numberOf,
  parseXml,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";

/** The files of an OpenDocument package; a flat file has none. */
export interface OpenFiles {
  readonly read: (name: string) => Uint8Array | undefined;
}

/** Categories and series of a chart that are read. */
const MAX_POINTS = 1000;

/** The text of an embedded object (`draw:object`): a formula, or a chart's titles and values. Empty for all others. */
export function objectBlocks(object: XmlElement, files: OpenFiles): readonly Block[] {
  // Some programs write the object itself inside, others a file beside and something else inside.
  const content = contentOf(object, files) ?? object;
  const formula = findElement(content, "math");
  if (formula) return [paragraph([run(mathMlText(formula))])];
  const chart = findElement(findElement(content, "chart"), "chart");
  return chart ? chartBlocks(chart) : [];
}

function contentOf({ attributes }: XmlElement, files: OpenFiles): XmlElement | undefined {
  const folder = (attributes["href"] ?? "").replace(/^\.\//, "").replace(/\/$/, "");
  const bytes = folder === "" ? undefined : files.read(`${folder}/content.xml`);
  return bytes && parseXml(bytes);
}

function chartBlocks(chart: XmlElement): readonly Block[] {
  const axes = childrenOf(childOf(chart, "plot-area"), "axis");
  const titles = [
    childOf(chart, "title"),
    childOf(chart, "subtitle"),
    ...axes.map((axis) => childOf(axis, "title")),
  ];
  const texts = titles.flatMap((title) => childrenOf(title, "p").map(textOf)).filter((text) => text !== "");
  const values = childOf(chart, "table");
  return [...texts.map((text) => paragraph([run(text)])), ...(values ? [valueTable(values)] : [])];
}

/** The values that a chart shows, as it stores them: a row for each category, a column for each series. */
function valueTable(table: XmlElement): Table {
  const heads = rowsOf(childOf(table, "table-header-rows"));
  const rows = [...heads, ...rowsOf(childOf(table, "table-rows")), ...rowsOf(table)].slice(0, MAX_POINTS);
  return {
    kind: "table",
    columnWidths: [],
    headRows: heads.length,
    rows: rows.map((row) => ({ cells: childrenOf(row, "table-cell").flatMap(valueCells) })),
  };
}

const rowsOf = (container: XmlElement | undefined): readonly XmlElement[] =>
  childrenOf(container, "table-row");

function valueCells(cell: XmlElement): Table["rows"][number]["cells"] {
  const text = childrenOf(cell, "p").map(textOf).join(" ");
  const isMissing = text === "NaN";
  const blocks = [paragraph([run(isMissing ? "" : shortNumber(text))], { spaceAfter: 0 })];
  const count = Math.min(numberOf(cell, "number-columns-repeated") ?? 1, MAX_POINTS);
  return Array.from({ length: count }, () => ({ columnSpan: 1, rowSpan: 1, blocks }));
}

/** The bytes of a picture in a frame; undefined if it is outside of the document. */
export function pictureBytes(frame: XmlElement, files: OpenFiles): (() => Uint8Array) | undefined {
  const images = childrenOf(frame, "image");
  // A drawing is followed by a picture of it for other programs.
  const image =
    images.find(({ attributes }) => !/\.(?:svg|svm|emf|wmf)$/i.test(attributes["href"] ?? "")) ?? images[0];
  const inside = childOf(image, "binary-data");
  if (inside) return () => new Uint8Array(Buffer.from(textOf(inside), "base64"));
  const href = image?.attributes["href"];
  if (href === undefined || /^\w+:/.test(href)) return undefined;
  return () => files.read(href.replace(/^\.\//, "")) ?? new Uint8Array(0);
}
