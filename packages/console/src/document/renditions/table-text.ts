type Rows = readonly (readonly string[])[];

/** Pastes into a spreadsheet as cells. */
export function tabSeparated(rows: Rows): string {
  return rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, " ")).join("\t")).join("\n");
}

export function markdownTable(rows: Rows): string {
  const [head = [], ...body] = rows;
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...body.map(line)].join("\n");
}
