import { markerOf } from "../geometry/markers.ts";
import type { CellBlock, CellItem } from "../model/page-structure.ts";
import { isNumeric } from "../geometry/table-line.ts";

/** The blocks of the paragraphs of a cell; undefined if it is a single one. Texts that begin with markers are a list. */
export function cellBlocks(paragraphs: readonly string[]): readonly CellBlock[] | undefined {
  if (paragraphs.length < 2) return undefined;
  const items = paragraphs.map((text) => itemOf(text));
  const isListed = items.map(
    (item, at) => item !== undefined && (items[at - 1] !== undefined || items[at + 1] !== undefined),
  );
  const blocks: (OpenList | { readonly kind: "paragraph"; readonly text: string })[] = [];
  for (const [at, text] of paragraphs.entries()) {
    const item = items[at];
    const last = blocks.at(-1);
    if (item === undefined || isListed[at] !== true) blocks.push({ kind: "paragraph", text });
    else if (last?.kind === "list" && last.ordered === item.ordered) last.items.push(item.item);
    else blocks.push({ kind: "list", ordered: item.ordered, items: [item.item] });
  }
  return blocks;
}

interface OpenList {
  readonly kind: "list";
  readonly ordered: boolean;
  readonly items: CellItem[];
}

function itemOf(text: string): { readonly ordered: boolean; readonly item: CellItem } | undefined {
  const found = markerOf(text);
  if (found === undefined || (isNumeric(text) && isNumeric(found.rest))) return undefined;
  return { ordered: found.ordered, item: { marker: found.marker, text: found.rest } };
}
