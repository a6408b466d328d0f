import type { MadeRow, MadeTable } from "./made-table.ts";
import type { Random } from "../../../fixtures/random.ts";
import { placesOf } from "./table-html.ts";

/** A page with a table, set by tbl in the fonts that every PDF reader has. */
export function troffPage(random: Random, table: MadeTable, prose: () => string): string {
  const frame = random.pick(["", "", "", "allbox", "box", "expand"]);
  const ruled = frame !== "allbox" && random.chance(0.6);
  const number = random.pick(["n", "n", "r", "c"]);
  const head = random.pick(["c", "cb", "cb", "l"]);
  const gap = random.pick([1, 2, 3, 5]);
  const [size, family] = [random.pick([7, 8, 9, 10]), random.pick(["T", "T", "H", "N"])];
  const formats: string[] = [];
  const data: string[] = [];
  for (const [index, row] of table.rows.entries()) {
    const places = placesOf(table.rows, index);
    formats.push(formatOf(row, table, { places, number, head, gap }));
    const next = table.rows[index + 1];
    const isLastOfHead = row.kind === "head" && next?.kind !== "head";
    data.push(dataOf(row, table, places), ...(ruled && isLastOfHead ? ["_"] : []));
  }
  const last = table.rows.at(-1);
  if (ruled && last?.kind === "total") data.splice(-1, 0, "_");
  const options = [frame, random.chance(0.5) ? "center" : "", "tab(@)"].filter((option) => option !== "");
  const lines = [
    `.fam ${family}`,
    `.nr PS ${size}`,
    `.nr VS ${size + random.pick([1, 2, 4])}`,
    ".nr HM 0.8i",
    ".nr LL 7i",
    ".nr PO 0.7i",
    ".LP",
    prose(),
    ".LP",
    table.caption,
    ".LP",
  ];
  const made = [
    ".TS",
    `${options.join(" ")};`,
    `${formats.join("\n")}.`,
    ...(ruled ? ["_"] : []),
    ...data,
    ...(ruled ? ["_"] : []),
    ".TE",
  ];
  return `${[...lines, ...made, ".LP", plain(table.note), ".LP", prose()].join("\n")}\n`;
}

interface Setting {
  readonly places: readonly number[];
  readonly number: string;
  readonly head: string;
  readonly gap: number;
}

function formatOf(
  { kind, cells }: MadeRow,
  { columns }: MadeTable,
  { places, number, head, gap }: Setting,
): string {
  return columns
    .map((column, at) => {
      const index = places.findLastIndex((place) => place <= at);
      const start = places[index];
      const own = cells[index];
      if (start === undefined || own === undefined || at >= start + own.columnSpan) return "^";
      if (at > start) return "s";
      const key =
        kind === "head"
          ? own.columnSpan > 1
            ? head.replace("l", "c")
            : head
          : kind === "units" && at > 0
            ? "ci"
            : column === "number"
              ? number
              : "l";
      return `${key}${gap}`;
    })
    .join(" ");
}

function dataOf({ kind, cells }: MadeRow, { columns }: MadeTable, places: readonly number[]): string {
  const texts: string[] = [];
  for (let at = 0; at < columns.length; at++) {
    const index = places.findLastIndex((place) => place <= at);
    const own = cells[index];
    const start = places[index] ?? 0;
    // Only columns that a cell of a row above covers have a text, which is ignored.
    if (own === undefined || at >= start + own.columnSpan) texts.push("");
    else if (at === start)
      texts.push(
        textOf(own.text, {
          kind,
          indent: own.indent,
          mayBreak: own.columnSpan === 1 && (kind === "head" || columns[at] !== "number"),
        }),
      );
  }
  return texts.join("@");
}

/** A text of many characters is a text block, which tbl breaks into lines. */
const LONG = { head: 12, other: 26 };

function textOf(
  text: string,
  {
    kind,
    indent,
    mayBreak,
  }: { readonly kind: MadeRow["kind"]; readonly indent: number; readonly mayBreak: boolean },
): string {
  const own = plain(text);
  const isLong =
    text.length > (kind === "head" ? LONG.head : LONG.other) && kind !== "section" && kind !== "units";
  if (isLong && mayBreak)
    return `T{\n.ad l\n.in ${2 * indent}n\n.ll ${kind === "head" ? "1i" : "2i"}\n${own}\nT}`;
  return `${"\\ ".repeat(2 * indent)}${own}`;
}

/** Text for troff: superscripts are raised. */
function plain(text: string): string {
  return text.replaceAll(/<sup>(\d)<\/sup>/gu, "\\s-2\\u$1\\d\\s0");
}
