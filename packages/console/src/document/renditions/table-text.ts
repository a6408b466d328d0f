type Rows = readonly (readonly string[])[];

/** CSV as a spreadsheet pastes it: with tabs between the cells. */
export function tabSeparated(csv: string): string {
  const fields = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))([,\n])/gu);
  const written = [...fields].map(([, quoted, plain = "", end]) => {
    const text = quoted?.replaceAll('""', '"') ?? plain;
    return text.replaceAll(/\s+/g, " ") + (end === "," ? "\t" : "\n");
  });
  return written.join("").slice(0, -1);
}

export function markdownTable(rows: Rows): string {
  const [head = [], ...body] = rows;
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...body.map(line)].join("\n");
}
