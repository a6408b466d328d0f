import { paragraph, run, type Table } from "../../model/flow-document.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  findElement,
  numberOf,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";

/** Formats a number as it is displayed in a number format of Excel. */
export type NumberFormatter = (value: number, format: string, dates: DateSystem) => string;

export interface DateSystem {
  /** Days are counted from 1904, as Excel for Mac once did. */
  readonly date1904: boolean;
}

/** Points of a series that are read. */
const MAX_POINTS = 10_000;

/** A row for each category, a column for each series, as the chart's cache has them; other labels follow the values. */
export function chartTable(
  root: XmlElement,
  series: readonly XmlElement[],
  formatted: NumberFormatter | undefined,
): Table {
  const date1904 = ["1", "true"].includes(findElement(root, "date1904")?.attributes["val"] ?? "");
  const displayed = (value: string, format: string): string =>
    displayedValue(
      value,
      format,
      (number) => formatted?.(number, format, { date1904 }) ?? shortNumber(value),
    );
  const names = series.map((one) => pointsOf(childOf(one, "tx"), displayed).join(" "));
  const categories = categoriesOf(series[0], displayed);
  const columns = series.map((one) => labelled(one, pointsOf(valuesOf(one), displayed, labelFormat(one))));
  const width = Math.max(categories.length, 1);
  const count = Math.max(0, ...[...categories, ...columns].map(({ length }) => length));
  const rows = Array.from({ length: count }, (_, index) => [
    ...Array.from({ length: width }, (_category, level) => categories[level]?.[index] ?? ""),
    ...columns.map((values) => values[index] ?? ""),
  ]);
  const head = [...Array.from({ length: width }, () => ""), ...names];
  return { kind: "table", columnWidths: [], headRows: 1, rows: [head, ...rows].map(rowOf) };
}

type Displayed = (value: string, format: string) => string;

const rowOf = (cells: readonly string[]): Table["rows"][number] => ({
  cells: cells.map((text) => ({
    columnSpan: 1,
    rowSpan: 1,
    blocks: [paragraph([run(text)], { spaceAfter: 0 })],
  })),
});

const valuesOf = (series: XmlElement): XmlElement | undefined =>
  childOf(series, "val") ?? childOf(series, "yVal");

/** The levels of the categories, the outermost first. */
function categoriesOf(series: XmlElement | undefined, displayed: Displayed): readonly (readonly string[])[] {
  const categories = childOf(series, "cat") ?? childOf(series, "xVal");
  const levels = [...elementsBelow(categories, "lvl")].toReversed();
  return (levels.length > 0 ? levels : [categories]).map((level) => pointsOf(level, displayed));
}

/** The cached values of a series by their index: those that are missing leave gaps. */
function pointsOf(
  element: XmlElement | undefined,
  displayed: Displayed,
  shownFormat?: string,
): readonly string[] {
  const format = shownFormat ?? textOf(findElement(element, "formatCode"));
  const points = [...elementsBelow(element, "pt")];
  if (points.length === 0)
    return [...elementsBelow(element, "v")].map((value) => displayed(textOf(value), format));
  const values: string[] = [];
  for (const point of points) {
    const index = Math.trunc(numberOf(point, "idx") ?? values.length);
    if (index < 0 || index >= MAX_POINTS) continue;
    while (values.length < index) values.push("");
    values[index] = displayed(
      textOf(childOf(point, "v")),
      shownFormat ?? point.attributes["formatCode"] ?? format,
    );
  }
  return values;
}

/** The format of the labels beside the values, if it is not that of the cells. */
function labelFormat(series: XmlElement): string | undefined {
  const format = childOf(childOf(series, "dLbls"), "numFmt");
  return format?.attributes["sourceLinked"] === "0" ? format.attributes["formatCode"] : undefined;
}

/** The values with the texts that are written beside some of them in the chart. */
function labelled(series: XmlElement, values: readonly string[]): readonly string[] {
  const labels = new Map<number, string>();
  for (const label of childrenOf(childOf(series, "dLbls"), "dLbl")) {
    const index = numberOf(childOf(label, "idx"), "val");
    const text = [...elementsBelow(childOf(label, "tx"), "p")].map(labelText).join(" ").trim();
    if (index !== undefined && text !== "") labels.set(index, text);
  }
  return values.map((value, index) =>
    [value, labels.get(index) ?? ""].filter((text) => text !== "").join(" "),
  );
}

/** Fields such as `[VALUE]` repeat what the table has. */
function labelText(paragraphOfLabel: XmlElement): string {
  return childrenOf(paragraphOfLabel, "r")
    .map((part) => textOf(childOf(part, "t")))
    .join("");
}

function displayedValue(value: string, format: string, formatted: (number: number) => string): string {
  const isNumber = /^-?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?$/i.test(value);
  return isNumber && !/^(?:general)?$/i.test(format) ? formatted(Number(value)) : shortNumber(value);
}

/** Programs calculate with 15 digits: charts store 0.164 as 0.16400000000000001 and 8.2 as 8.200000000000001. */
const DIGITS = 15;

export function shortNumber(text: string): string {
  const isLong = text.length > DIGITS && /^-?\d+\.\d+(?:E[+-]?\d+)?$/i.test(text);
  return isLong ? String(Number(Number(text).toPrecision(DIGITS))) : text;
}
