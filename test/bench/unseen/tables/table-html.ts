import type { MadeCell, MadeRow, MadeTable } from "./made-table.ts";
import type { Random } from "../../../fixtures/random.ts";

/** How a table is set: lengths in points (`padding`) or text sizes. */
export interface TableLook {
  readonly rules: keyof typeof RULES;
  readonly spannerRule: boolean;
  readonly gap: number;
  readonly padding: number;
  readonly numbers: "right" | "decimal" | "center" | "left";
  readonly headAlign: "center" | "column" | "left";
  readonly headPlace: "bottom" | "top" | "middle";
  readonly head: "plain" | "bold" | "italic" | "filled";
  readonly valuePlace: "bottom" | "top";
  readonly leaders: "" | "." | " .";
  readonly labelWidth: number;
  readonly headWidth: number;
  readonly totalRule: boolean;
  readonly isTotalBold: boolean;
  readonly sections: "bold" | "italic" | "plain";
  readonly sectionAlign: "center" | "left";
  readonly isWide: boolean;
}

/** Ruling lines of each kind, for `$`, the table. */
const RULES = {
  none: "",
  rows: "$ td { border-bottom: .5pt solid #444 } $ { border-top: 1pt solid #000 }",
  booktabs:
    "$ { border-top: 1.2pt solid #000; border-bottom: 1.2pt solid #000 } $ tr.last td, $ td.deep { border-bottom: .6pt solid #000 }",
  head: "$ tr.first td { border-top: .7pt solid #000 } $ tr.last td, $ td.deep { border-bottom: .7pt solid #000 }",
  grid: "$ td { border: .5pt solid #333 }",
  columns:
    "$ td { border-left: .5pt solid #333; border-right: .5pt solid #333 } $ tr.head td { border: .5pt solid #333 } $ { border: .5pt solid #333 }",
  "open-columns":
    "$ td + td { border-left: .5pt solid #333 } $ { border-top: 1pt solid #333; border-bottom: 1pt solid #333 } $ tr.last td, $ td.deep { border-bottom: .5pt solid #333 }",
  bands: "$ tr.odd td { background: #e4e9ee }",
};

/** A look of independent choices, each as they are seen in print. */
export function tableLook(random: Random): TableLook {
  const rules = random.pick<TableLook["rules"]>([
    "none",
    "none",
    "rows",
    "booktabs",
    "booktabs",
    "head",
    "grid",
    "columns",
    "open-columns",
    "bands",
  ]);
  return {
    rules,
    spannerRule: rules !== "grid" && rules !== "columns" && random.chance(0.6),
    gap: random.pick([0.21, 0.3, 0.6, 1, 1.6]),
    padding: random.pick([0, 0.5, 1, 2.5, 5]),
    numbers: random.pick(["right", "right", "decimal", "decimal", "center", "left"]),
    headAlign: random.pick(["center", "center", "column", "left"]),
    headPlace: random.pick(["bottom", "bottom", "top", "middle"]),
    head: random.pick(["plain", "plain", "bold", "bold", "italic", "filled"]),
    valuePlace: random.pick(["bottom", "top", "top"]),
    leaders: random.pick(["", "", ".", " ."]),
    labelWidth: random.pick([9, 13, 20]),
    headWidth: random.pick([4.5, 6.5, 12]),
    totalRule: random.chance(0.5),
    isTotalBold: random.chance(0.5),
    sections: random.pick(["bold", "italic", "plain"]),
    sectionAlign: random.pick(["center", "left"]),
    isWide: random.chance(0.45),
  };
}

/** The style rules of a look, for tables of the class. */
export function tableStyle(name: string, look: TableLook): string {
  const own = `table.${name}`;
  const { gap, padding, headPlace, valuePlace, rules } = look;
  const drawn = RULES[rules].replaceAll("$", own);
  const weight = {
    plain: "",
    bold: "font-weight: bold",
    italic: "font-style: italic",
    filled: "background: #234; color: #fff",
  }[look.head];
  return `${own} { border-collapse: collapse; ${look.isWide ? "width: 100%" : ""} } ${drawn}
    ${own} td { padding: ${padding}pt ${gap}em; vertical-align: ${valuePlace}; white-space: nowrap }
    ${own} td.text { white-space: normal; max-width: ${look.labelWidth}em }
    ${own} td.label { white-space: normal; max-width: ${look.labelWidth}em; padding-left: calc(${gap}em + 1em); text-indent: -1em }
    ${own} td.label.leads { white-space: nowrap; max-width: none }
    ${own} td.number { text-align: ${look.numbers === "decimal" ? "right" : look.numbers} }
    ${own} tr.head td { ${weight}; white-space: normal; max-width: ${look.headWidth}em; vertical-align: ${headPlace}; ${look.headAlign === "column" ? "" : `text-align: ${look.headAlign}`} }
    ${own} tr.head td.wide { max-width: none; text-align: center } ${own} tr.units td.number { text-align: center; font-style: italic }
    ${own} tr.section td { font-weight: ${look.sections === "bold" ? "bold" : "normal"}; font-style: ${look.sections === "italic" ? "italic" : "normal"}; text-align: ${look.sectionAlign}; max-width: none }
    ${own} tr.section td.label { text-align: left }
    ${own} tr.total td { ${look.isTotalBold ? "font-weight: bold;" : ""} ${look.totalRule && rules !== "none" ? "border-top: .5pt solid #000" : ""} }
    ${own} i.span { display: block; font-style: inherit; border-bottom: .5pt solid #000; margin: 0 .3em }`;
}

/** The table as HTML, without its caption and note. */
export function tableHtml(
  name: string,
  { columns, rows }: Pick<MadeTable, "columns" | "rows">,
  look: TableLook,
): string {
  const digits = columns.map((_, column) => digitsOf(rows, column));
  const last = rows.findLastIndex(({ kind }) => kind === "head");
  const lines = rows.map((row, index) => {
    const { kind, cells } = row;
    const places = placesOf(rows, index);
    const own = cells.map((one, at) => {
      const column = places[at] ?? 0;
      const isDeep = kind === "head" && index + one.rowSpan - 1 === last && one.rowSpan > 1;
      const classes = [
        one.columnSpan > 1 ? "wide" : "",
        isDeep ? "deep" : "",
        leads(row, column, look) ? "leads" : "",
        columns[column] ?? "text",
      ];
      const indent =
        one.indent === 0 ? "" : ` style="padding-left: calc(${look.gap}em + ${1 + 1.2 * one.indent}em)"`;
      const spans = `rowspan="${one.rowSpan}" colspan="${one.columnSpan}"`;
      return `<td class="${classes.join(" ")}" ${spans}${indent}>${contentOf(row, one, { column, look, digits: digits[column] ?? 0 })}</td>`;
    });
    const classes = [
      kind,
      index === 0 ? "first" : "",
      index === last ? "last" : "",
      index % 2 === 0 ? "" : "odd",
    ];
    return `<tr class="${classes.join(" ")}">${own.join("")}</tr>`;
  });
  return `<table class="${name}">${lines.join("")}</table>`;
}

function leads({ kind }: MadeRow, column: number, { leaders }: TableLook): boolean {
  return column === 0 && leaders !== "" && (kind === "entry" || kind === "total");
}

function contentOf(
  row: MadeRow,
  { text, columnSpan }: MadeCell,
  { column, look, digits }: { readonly column: number; readonly look: TableLook; readonly digits: number },
): string {
  if (leads(row, column, look)) return `${text}<span data-leader="${look.leaders}"></span>`;
  if (row.kind === "head" && columnSpan > 1 && look.spannerRule) return `<i class="span">${text}</i>`;
  if (look.numbers !== "decimal" || column === 0 || row.kind === "head") return text;
  const own = decimals(text);
  if (own === undefined || own >= digits) return text;
  const pad = `${own === 0 ? "." : ""}${"0".repeat(digits - own)}`;
  return `${text}<span style="visibility: hidden">${pad}</span>`;
}

function decimals(text: string): number | undefined {
  const found = /^[–(]?[\d,]+(?:\.(\d+))?%?\)?$/u.exec(text);
  return found === null ? undefined : (found[1] ?? "").length;
}

function digitsOf(rows: readonly MadeRow[], column: number): number {
  return Math.max(
    0,
    ...rows
      .filter(({ kind }) => kind === "entry")
      .map(({ cells }) => decimals(cells[column]?.text ?? "") ?? 0),
  );
}

/** The column in which each cell of a row begins. */
export function placesOf(rows: readonly MadeRow[], index: number): readonly number[] {
  const freeFrom: number[] = [];
  let places: number[] = [];
  for (const [row, { cells }] of rows.slice(0, index + 1).entries()) {
    places = [];
    let column = 0;
    for (const { rowSpan, columnSpan } of cells) {
      while ((freeFrom[column] ?? 0) > row) column++;
      places.push(column);
      for (const end = column + columnSpan; column < end; column++) freeFrom[column] = row + rowSpan;
    }
  }
  return places;
}

/** Runs in the page: makes tables that are wider than their column smaller, and fills the space after labels with dots. */
export const FIT_AND_FILL = `(() => {
  for (const table of document.querySelectorAll("table")) {
    const room = table.parentElement.clientWidth;
    const columns = parseInt(getComputedStyle(table.parentElement).columnCount) || 1;
    const most = room / columns - 12 * (columns - 1);
    for (let size = 95; size > 55 && table.offsetWidth > most; size -= 5) table.style.fontSize = size + "%";
  }
  const leaders = [...document.querySelectorAll("[data-leader]")];
  const texts = leaders.map((leader) => {
    const cell = leader.parentElement;
    const end = cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell).paddingRight);
    const room = end - leader.getBoundingClientRect().left;
    const sample = document.createElement("span");
    sample.style.cssText = "position: absolute; white-space: pre; font-size: " + getComputedStyle(cell).fontSize;
    sample.textContent = leader.dataset.leader.repeat(40);
    document.body.append(sample);
    const count = Math.floor((40 * room) / sample.getBoundingClientRect().width) - 2;
    sample.remove();
    return count > 2 ? " " + leader.dataset.leader.repeat(count) : "";
  });
  leaders.forEach((leader, index) => { leader.textContent = texts[index]; });
})()`;
