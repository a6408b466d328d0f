import { readFileSync } from "node:fs";

/** A row of a table in a paper, whose cells are one line each. */
export interface TrueRow {
  /** Counted from 1. */
  readonly page: number;
  /** Two or more, from left to right. */
  readonly cells: readonly string[];
}

const REGION = /<region\b(?<attributes>[^>]*)>(?<cells>.*?)<\/region>/gsu;
const CELL = /<cell\b(?<attributes>[^>]*)>.*?<content>(?<content>.*?)<\/content>/gsu;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The table rows in a structure file of the ICDAR 2013 table competition. */
export function readTrueRows(path: string): readonly TrueRow[] {
  return [...readFileSync(path, "utf8").matchAll(REGION)].flatMap(({ groups }) =>
    rowsOf(groups?.["cells"] ?? "", numberOf("page", groups?.["attributes"] ?? "") ?? 1),
  );
}

function rowsOf(region: string, page: number): readonly TrueRow[] {
  const rows = new Map<number, { readonly column: number; readonly text: string }[]>();
  for (const { groups } of region.matchAll(CELL)) {
    const attributes = groups?.["attributes"] ?? "";
    const row = numberOf("start-row", attributes) ?? 0;
    const text = plain(groups?.["content"] ?? "");
    const isOneRow = (numberOf("end-row", attributes) ?? row) === row;
    if (!isOneRow || text === "") continue;
    rows.set(row, [...(rows.get(row) ?? []), { column: numberOf("start-col", attributes) ?? 0, text }]);
  }
  return [...rows.values()]
    .filter((cells) => cells.length > 1 && cells.every(({ text }) => !text.includes("\n")))
    .map((cells) => ({
      page,
      cells: cells.toSorted((a, b) => a.column - b.column).map(({ text }) => text),
    }));
}

function numberOf(name: string, attributes: string): number | undefined {
  const value = new RegExp(`\\b${name}=["'](\\d+)`, "u").exec(attributes)?.[1];
  return value === undefined ? undefined : Number(value);
}

function plain(content: string): string {
  return content.replaceAll(/&(\w+);/gu, (entity, name: string) => ENTITIES[name] ?? entity).trim();
}
