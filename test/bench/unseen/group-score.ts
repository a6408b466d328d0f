import { HTML_TABLE, plain, tableTree, withHtmlTables } from "../quality/structure/markdown-structure.ts";
import { indelRatio } from "../quality/structure/text-distance.ts";
import type { TextGroups } from "./labelled-document.ts";
import { normalText } from "./normal-text.ts";

/** How texts that belong together were found. */
export interface GroupScore {
  /** Similarity of the text with that in reading order, 0 to 1. */
  readonly order: number;
  readonly blocks: number;
  /** Blocks in several pieces. */
  readonly cut: readonly string[];
  /** Blocks with other text. */
  readonly merged: readonly string[];
  readonly pairs: number;
  /** Labels apart from their values, or in a line with other text. */
  readonly parted: readonly string[];
}

export function groupScore(
  { text, blocks, pairs, labels }: TextGroups,
  foundText: string,
  markdown: string,
): GroupScore {
  const found = blocksOf(markdown);
  const texts = found.lines.map((lines) => lines.join(""));
  const above = ["", ...labels.map((label) => keyOf(label))];
  const known = blocks.map((block) => ({ block, key: keyOf(block) }));
  const cut = known.filter(({ key }) => !texts.some((one) => one.includes(key)));
  const merged = known.filter(
    (one) => !cut.includes(one) && !above.some((label) => texts.includes(label + one.key)),
  );
  return {
    order: indelRatio(keyOf(text), keyOf(foundText)),
    blocks: blocks.length,
    cut: cut.map(({ block }) => block),
    merged: merged.map(({ block }) => block),
    pairs: pairs.length,
    parted: pairs
      .filter(([label, value]) => !isTogether(keyOf(label), keyOf(value), found))
      .map((pair) => pair.join(" ")),
  };
}

/** True if a text, such as that of a table's row, is one of labels and values only. */
export function isOfPairs(text: string, { pairs }: TextGroups): boolean {
  const parts = pairs.map((pair) => pair.map((part) => keyOf(part)));
  const pieces = parts
    .flatMap(([label = "", value = ""]) => [label + value, label, value])
    .filter((piece) => piece !== "")
    .toSorted((a, b) => b.length - a.length);
  let rest = keyOf(text);
  while (rest !== "") {
    const next = pieces.find((piece) => rest.startsWith(piece));
    if (next === undefined) return false;
    rest = rest.slice(next.length);
  }
  return true;
}

interface FoundBlocks {
  /** The lines of each paragraph, heading, list item and cell. */
  readonly lines: readonly (readonly string[])[];
  /** The cells of the rows of each table. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

function blocksOf(markdown: string): FoundBlocks {
  const html = withHtmlTables(markdown);
  const tables = Array.from(html.matchAll(HTML_TABLE), ([table]) =>
    tableTree(table).children.map((row) => row.children.map(({ text }) => keyOf(text))),
  );
  const lines = html
    .replaceAll(HTML_TABLE, "\n\n")
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/u)
    .map((block) => block.split(/\\?\n|<br>/u).map((line) => keyOf(plain(line))));
  return { lines: [...lines, ...tables.flat(2).map((cell) => [cell])], tables };
}

function isTogether(label: string, value: string, { lines, tables }: FoundBlocks): boolean {
  const isInLines = lines.some((own) =>
    own.some((line, at) => line === label + value || (line === label && own[at + 1] === value)),
  );
  return (
    isInLines ||
    tables.some((rows) =>
      rows.some((cells, row) =>
        cells.some(
          (cell, at) =>
            cell === label &&
            (cells.slice(at + 1).find((other) => other !== "") === value || rows[row + 1]?.[at] === value),
        ),
      ),
    )
  );
}

function keyOf(text: string): string {
  return normalText(text).toLowerCase();
}
