/** Prints rows in columns: the first left-aligned, the others right-aligned. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 3),
    );
    print(cells.join("").trimEnd());
  }
  print("");
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
