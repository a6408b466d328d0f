/** A table as it is set: the cells of each row, without those that a cell of a row above covers. */
export interface MadeTable {
  readonly caption: string;
  readonly note: string;
  readonly columns: readonly ColumnKind[];
  readonly rows: readonly MadeRow[];
}

export type ColumnKind = "label" | "number" | "text";

export interface MadeRow {
  readonly kind: "head" | "units" | "section" | "entry" | "total";
  readonly cells: readonly MadeCell[];
}

export interface MadeCell {
  readonly text: string;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** Levels by which a label is indented. */
  readonly indent: number;
}

export function cell(text: string, spans: Partial<MadeCell> = {}): MadeCell {
  return { text, rowSpan: 1, columnSpan: 1, indent: 0, ...spans };
}

/** The table as the truth of a document. */
export function truthOf({ rows }: Pick<MadeTable, "rows">): string {
  const lines = rows.map(({ cells }) => {
    const own = cells.map(
      ({ text, rowSpan, columnSpan }) => `<td rowspan="${rowSpan}" colspan="${columnSpan}">${text}</td>`,
    );
    return `<tr>${own.join("")}</tr>`;
  });
  return `<table>${lines.join("")}</table>`;
}

/** A head over groups of columns; a group without a title has columns that cover all rows of the head. */
export function headRows(
  stubs: readonly string[],
  groups: readonly { readonly title?: string; readonly heads: readonly string[] }[],
  over?: string,
): readonly MadeRow[] {
  const titled = groups.some(({ title }) => title !== undefined);
  const levels = (titled ? 2 : 1) + (over === undefined ? 0 : 1);
  const columns = groups.reduce((sum, { heads }) => sum + heads.length, 0);
  const own = stubs.map((text) => cell(text, { rowSpan: levels }));
  const depth = titled ? 2 : 1;
  const upper = groups.flatMap(({ title, heads }) =>
    title === undefined
      ? heads.map((text) => cell(text, { rowSpan: depth }))
      : [cell(title, { columnSpan: heads.length })],
  );
  const lower = titled
    ? groups.flatMap(({ title, heads }) => (title === undefined ? [] : heads.map((text) => cell(text))))
    : undefined;
  const first = over === undefined ? [...own, ...upper] : [...own, cell(over, { columnSpan: columns })];
  const rows = [first, ...(over === undefined ? [] : [upper]), ...(lower === undefined ? [] : [lower])];
  return rows.map((cells) => ({ kind: "head", cells }));
}

/** The table with titles of sections in the first column: nothing shows that a text at the left edge spans all columns. */
export function withTitlesInStub(table: MadeTable): MadeTable {
  const rows = table.rows.map((row): MadeRow => {
    if (row.kind !== "section") return row;
    return { ...row, cells: table.columns.map((_, at) => cell(at === 0 ? (row.cells[0]?.text ?? "") : "")) };
  });
  return { ...table, rows };
}
