import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import type { Reader } from "../reader.ts";
import { readTrueRows, type TrueRow } from "../true-tables.ts";
import { NO_DATA } from "./references.ts";
import { type Section, share } from "./section.ts";

/**
 * Table rows of real papers whose cells are known: rows with all their cells in order on one line of the
 * text, and of those the rows whose cells are separated by two blanks or a rule.
 */
export const partedCells: Section = {
  title: "Tables of papers: rows on one line, and with their cells separated",
  async measure({ readers, data }) {
    if (data === undefined) return NO_DATA;
    const documents = globSync(join(data, "structure/tables/*-str.xml"))
      .toSorted()
      .map((path) => ({ path: path.replace(/-str\.xml$/u, ".pdf"), rows: readTrueRows(path) }))
      .filter(({ path }) => existsSync(path));
    const all = documents.reduce((sum, { rows }) => sum + rows.length, 0);
    const table = [["", "rows", "on one line", "parted", "share", "share of all"]];
    for (const reader of readers) {
      const counts = { found: 0, parted: 0 };
      for (const { path, rows } of documents) await countRows(reader, path, rows, counts);
      const { found, parted } = counts;
      table.push([
        reader.name,
        String(all),
        String(found),
        String(parted),
        share(parted, found),
        share(parted, all),
      ]);
    }
    return table;
  },
};

async function countRows(
  reader: Reader,
  path: string,
  rows: readonly TrueRow[],
  counts: { found: number; parted: number },
): Promise<void> {
  const pages = await reader.layout(path);
  for (const { page, cells } of rows) {
    const lines = (pages[page - 1] ?? "").normalize("NFKC").split("\n");
    const isOn = (separator: string): boolean => {
      const pattern = rowPattern(cells, separator);
      return lines.some((line) => pattern.test(line));
    };
    if (!isOn(String.raw`[\s|]*`)) continue;
    counts.found++;
    if (isOn(String.raw`(?:\s{2,}|\s*\|[\s|]*)`)) counts.parted++;
  }
}

/** Matches a line with the cells in order; blanks within a cell may be wider, or missing. */
function rowPattern(cells: readonly string[], separator: string): RegExp {
  const patterns = cells.map((cell) =>
    Array.from(cell.normalize("NFKC").replaceAll(/\s/gu, ""), escaped).join(String.raw`\s?`),
  );
  return new RegExp(patterns.join(separator), "iu");
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`);
}
