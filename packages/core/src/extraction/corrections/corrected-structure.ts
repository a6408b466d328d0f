import type { PageText } from "../page/page-text.ts";
import type {
  LineEmphasis,
  PageBlock,
  PageField,
  PageLine,
  PageStructure,
  TableCell,
} from "../structure/model/page-structure.ts";
import { cellBlocks } from "../structure/tables/cell-blocks.ts";
import { movedOffset, PlacedCorrections, replaced, type Replacement } from "./placed-corrections.ts";

/** Corrections that the note names. */
const MAX_NAMED = 5;

/**
 * The structure of a page with other texts for some of its words. Words that no block has, such as marks that the
 * structure writes in another way, are named in its note.
 *
 * @param read the text and the words as they were read
 * @param wanted texts by the index of their words.
 */
export function correctedStructure(
  structure: PageStructure,
  read: Pick<PageText, "text" | "words">,
  wanted: ReadonlyMap<number, string>,
): PageStructure {
  const corrections = new PlacedCorrections(read, wanted);
  const blocks = structure.blocks.map((block) => correctedBlock(block, corrections));
  const missing = corrections.missing.map(({ text, corrected }) => `"${text}" to "${corrected}"`);
  if (missing.length === 0) return { ...structure, blocks };
  const more = missing.length > MAX_NAMED ? ", …" : "";
  const note = `Corrections that only the text has, not the blocks: ${missing.slice(0, MAX_NAMED).join(", ")}${more}.`;
  return { ...structure, blocks, note: [structure.note, note].filter(Boolean).join(" ") };
}

function correctedBlock(block: PageBlock, corrections: PlacedCorrections): PageBlock {
  if (block.kind === "text")
    return { ...block, lines: block.lines.map((line) => correctedLine(line, corrections)) };
  if (block.kind === "table")
    return { ...block, cells: block.cells.map((cell) => correctedCell(cell, corrections)) };
  return block.kind === "field" ? correctedField(block, corrections) : block;
}

function correctedLine(line: PageLine, corrections: PlacedCorrections): PageLine {
  const replacements = corrections.replacementsIn(line.text, line);
  if (replacements.length === 0) return line;
  const { links, emphasis } = line;
  return {
    ...line,
    text: replaced(line.text, replacements),
    ...(links && { links: links.map((link) => moved(link, replacements)) }),
    ...(emphasis && { emphasis: emphasis.map((part) => moved(part, replacements)) }),
  };
}

function moved<Part extends Pick<LineEmphasis, "start" | "end">>(
  part: Part,
  replacements: readonly Replacement[],
): Part {
  const [start, end] = [movedOffset(part.start, replacements), movedOffset(part.end, replacements)];
  return { ...part, start, end };
}

/** Its blocks are found in the corrected text, as they were in the text that was read. */
function correctedCell(cell: TableCell, corrections: PlacedCorrections): TableCell {
  const text = corrections.textOf(cell.text, cell.box);
  if (text === cell.text) return cell;
  const { blocks: _, ...rest } = cell;
  const blocks = cellBlocks(text.split("\n"));
  return { ...rest, text, ...(blocks && { blocks }) };
}

/** The box has both texts: the label stands before the value. */
function correctedField(field: PageField, corrections: PlacedCorrections): PageField {
  const both = `${field.label}\n${field.value}`;
  const [label = "", value = ""] = corrections.textOf(both, field.box).split("\n");
  return { ...field, label, value };
}
