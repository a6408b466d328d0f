import type { Block, BlockPlace, ListBlock, ListItem } from "../model/block.ts";
import { blockMarkdown } from "../renditions/markdown.ts";
import { type ChunkOptions, sizeOf } from "./chunk-options.ts";
import type { ChunkUnit } from "./chunk-unit.ts";
import { tableUnits } from "./table-units.ts";

/** The units of a block: rows of a table, items of a list, lines of code, sentences of a text. */
export function unitsOf(block: Block, options: ChunkOptions): readonly ChunkUnit[] {
  const facts = { block: block.id, head: "", separator: " ", places: block.places };
  if (block.kind === "table") return tableUnits(block, options);
  if (block.kind === "list") return listUnits(block);
  const text = blockMarkdown(block);
  if (block.kind === "code") return [{ ...facts, text, separator: "\n" }];
  if (fits(text, options) && options.overlap === 0) return [{ ...facts, text }];
  // Emphasis may not be parted, so text that is split has none.
  const plain = "emphasis" in block ? blockMarkdown({ ...block, emphasis: [] }) : text;
  return sentencesOf(plain, options).map((part) => ({ ...facts, text: part }));
}

/** A sentence ends before a capital, a digit or an opening mark; in Chinese and Japanese after its full stop. */
const SENTENCE = /(?<=[.!?…]["'”’»)\]]*)\s+(?=[\p{Lu}\p{N}"“„«([])|(?<=[。！？])/gu;

/** The sentences of a text; those that are too long for a chunk are split at spaces. */
function sentencesOf(text: string, options: ChunkOptions): readonly string[] {
  return text
    .split(SENTENCE)
    .flatMap((sentence) =>
      fits(sentence, options) ? [sentence] : pieces(sentence, (part) => fits(part, options)),
    );
}

function fits(text: string, options: ChunkOptions): boolean {
  return sizeOf(text, options) <= options.size;
}

function pieces(sentence: string, isSmall: (part: string) => boolean): readonly string[] {
  const parts: string[] = [];
  let open = "";
  for (const word of sentence.split(" ")) {
    const longer = open === "" ? word : `${open} ${word}`;
    if (open === "" || isSmall(longer)) {
      open = longer;
    } else {
      parts.push(open);
      open = word;
    }
  }
  return open === "" ? parts : [...parts, open];
}

function listUnits(list: ListBlock): readonly ChunkUnit[] {
  return list.items.map((item) => ({
    block: list.id,
    text: blockMarkdown({ ...list, items: [item] }),
    head: "",
    separator: "\n",
    places: placesOf(item),
  }));
}

function placesOf({ places, lists }: ListItem): readonly BlockPlace[] {
  return [...places, ...lists.flatMap(({ items }) => items.flatMap((item) => placesOf(item)))];
}
