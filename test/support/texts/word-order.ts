import {
  type Block,
  type DocumentBlocks,
  type NestedList,
  type PlacedCell,
  tablesOf,
  toChunks,
  toHtml,
  toMarkdown,
  toPlainText,
} from "@galley/core";

/** Words whose order among themselves is not compared: one word, or those of the cells in a table's row. */
type Together = readonly string[];

const RUNNING: ReadonlySet<Block["kind"]> = new Set(["page_header", "page_footer", "page_number"]);

/** The words of a document's body in the order of its blocks. */
export function wordsInBlocks({ blocks }: Pick<DocumentBlocks, "blocks">): readonly Together[] {
  return blocks.flatMap((block) => (RUNNING.has(block.kind) ? [] : wordsOfBlock(block)));
}

function wordsOfBlock(block: Block): readonly Together[] {
  if (block.kind === "table") return [...each(block.caption), ...rowsOf(block.cells)];
  if (block.kind === "list") return each(textOfList(block));
  if (block.kind === "figure") return each(block.caption);
  // A value is written in its field, which may be above, below or before its label.
  if (block.kind === "form_field") return [wordsIn(`${block.label} ${block.value}`)];
  if (block.kind === "check_box") return [wordsIn(block.label)];
  return each(block.text);
}

function textOfList({ items }: NestedList): string {
  return items
    .map(({ marker, text, lists }) => [marker, text, ...lists.map((list) => textOfList(list))].join(" "))
    .join(" ");
}

function each(text: string): readonly Together[] {
  return wordsIn(text).map((word) => [word]);
}

/** The words of each row of cells; rows that one cell spans are together, since its lines are beside all of them. */
function rowsOf(cells: readonly PlacedCell[]): readonly Together[] {
  const rows: { words: string[]; end: number }[] = [];
  for (const { row, rowSpan, text } of cells.toSorted((a, b) => a.row - b.row)) {
    const last = rows.at(-1);
    if (last !== undefined && row < last.end) {
      last.words.push(...wordsIn(text));
      last.end = Math.max(last.end, row + rowSpan);
    } else {
      rows.push({ words: [...wordsIn(text)], end: row + rowSpan });
    }
  }
  return rows.map(({ words }) => words);
}

const OUTER = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The words of a text without the signs around them, which renditions add and escape. */
function wordsIn(text: string): readonly string[] {
  return text
    .normalize("NFKC")
    .split(/\s+/u)
    .map((word) => word.replaceAll(OUTER, ""))
    .filter((word) => word !== "");
}

/**
 * The words that stand elsewhere in a text than the blocks have them: as few as would have to be moved. Only words that
 * both have once are compared.
 */
export function wordsOutOfOrder(blocks: readonly Together[], text: string): readonly string[] {
  const words = wordsIn(text);
  const inBlocks = onceIn(blocks.flat());
  const places = new Map(words.map((word, at) => [word, at]));
  const once = onceIn(words);
  const placed = blocks.flatMap((together) =>
    together
      .filter((word) => inBlocks.has(word) && once.has(word))
      .map((word) => ({ word, at: places.get(word) ?? 0 }))
      .toSorted((a, b) => a.at - b.at),
  );
  const kept = longestAscending(placed.map(({ at }) => at));
  return placed.filter((_, index) => !kept.has(index)).map(({ word }) => word);
}

function onceIn(words: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const word of words) (seen.has(word) ? again : seen).add(word);
  return new Set([...seen].filter((word) => !again.has(word)));
}

/** The indexes of the longest ascending part of a sequence. */
function longestAscending(values: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    let length = ends.length;
    while (length > 0 && (values[ends[length - 1] ?? 0] ?? 0) >= value) length--;
    before[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.add(at);
  return kept;
}

/** The words out of order by rendition, of those that are written from the blocks. */
export function ordersOf(document: DocumentBlocks): Readonly<Record<string, readonly string[]>> {
  const words = wordsInBlocks(document);
  const cells = document.blocks.flatMap((block) => (block.kind === "table" ? rowsOf(block.cells) : []));
  const chunks = toChunks(document, { size: 64 });
  return {
    markdown: wordsOutOfOrder(words, withoutTags(toMarkdown(document))),
    html: wordsOutOfOrder(words, withoutTags(toHtml(document))),
    plain: wordsOutOfOrder(words, toPlainText(document)),
    chunks: wordsOutOfOrder(words, chunks.map(({ text }) => text).join("\n")),
    csv: wordsOutOfOrder(
      cells,
      tablesOf(document)
        .map(({ rows }) => rows.flat().join(" "))
        .join(" "),
    ),
  };
}

/** Markup of HTML and of emphasis parts words that are printed together. */
function withoutTags(text: string): string {
  return text.replaceAll(/<br>|<[^>]*>/gu, " ").replaceAll(/[*`|\\]/gu, "");
}
