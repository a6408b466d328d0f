import { parseOptions } from "../../options/parse-options.ts";
import type { Block, BlockPlace, DocumentBlocks } from "../model/block.ts";
import { renderedBlocks } from "../renditions/rendition-options.ts";
import { type ChunkOptions, type ChunkOptionsInput, chunkOptionsSchema, sizeOf } from "./chunk-options.ts";
import type { ChunkUnit } from "./chunk-unit.ts";
import { unitsOf } from "./chunk-units.ts";
import { tokenEstimate } from "./token-estimate.ts";

/** A piece of a document for retrieval. */
export interface Chunk {
  /** "c1", "c2", …. */
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  /** The headings that it stands under, from the highest level down. */
  readonly headings: readonly string[];
  /** Counted from 1, ascending. */
  readonly pages: readonly number[];
  /** Where its text is: boxes on pages, and the lines of the pages' text. */
  readonly places: readonly BlockPlace[];
  /** The blocks that it has text of. */
  readonly blocks: readonly string[];
  /** Estimated; see `ChunkOptions.unit`. */
  readonly tokens: number;
}

/**
 * Splits a document for retrieval: at headings, and within a section between blocks, list items, table rows and sentences.
 * Each part of a table repeats its head.
 *
 * @throws ExtractionError `BAD_OPTION` if an option is invalid.
 */
export function toChunks(
  document: Pick<DocumentBlocks, "blocks">,
  options: ChunkOptionsInput = {},
): readonly Chunk[] {
  const parsed = parseOptions(chunkOptionsSchema, options);
  const writer = new ChunkWriter({ ...parsed, overlap: Math.min(parsed.overlap, parsed.size >> 1) });
  for (const block of renderedBlocks(document.blocks, {})) writer.write(block);
  return writer.finish();
}

class ChunkWriter {
  readonly #options: ChunkOptions;
  readonly #chunks: Chunk[] = [];
  readonly #path: { readonly level: number; readonly text: string }[] = [];
  #units: ChunkUnit[] = [];
  #headings: readonly string[] = [];
  #size = 0;
  #hasText = false;

  constructor(options: ChunkOptions) {
    this.#options = options;
  }

  write(block: Block): void {
    if (block.kind === "title" || block.kind === "heading") {
      if (this.#hasText) this.#flush(false);
      const level = block.kind === "heading" ? block.level : 0;
      while ((this.#path.at(-1)?.level ?? -1) >= level) this.#path.pop();
      this.#path.push({ level, text: block.text });
    } else {
      this.#hasText = true;
    }
    if (this.#units.length === 0 || !this.#hasText) this.#headings = this.#path.map(({ text }) => text);
    for (const unit of unitsOf(block, this.#options)) this.#add(unit);
  }

  finish(): readonly Chunk[] {
    this.#flush(false);
    return this.#chunks;
  }

  #add(unit: ChunkUnit): void {
    const size = sizeOf(unit.text, this.#options) + 1;
    if (this.#units.length > 0 && this.#size + this.#headSize(unit) + size > this.#options.size) {
      this.#flush(true);
      this.#headings = this.#path.map(({ text }) => text);
    }
    this.#size += this.#headSize(unit) + size;
    this.#units.push(unit);
  }

  /** The head of a table counts in every chunk that has rows of it. */
  #headSize({ block, head }: ChunkUnit): number {
    if (head === "" || this.#units.at(-1)?.block === block) return 0;
    return sizeOf(head, this.#options) + 1;
  }

  /** Ends the chunk; the next one may begin with the end of this one. */
  #flush(overlaps: boolean): void {
    const units = this.#units;
    if (units.length > 0) this.#chunks.push(chunkOf(units, this.#headings, this.#chunks.length + 1));
    this.#units = overlaps ? this.#endOf(units) : [];
    this.#size = this.#units.reduce((sum, { text }) => sum + sizeOf(text, this.#options) + 1, 0);
    this.#hasText = overlaps && this.#hasText;
  }

  #endOf(units: readonly ChunkUnit[]): ChunkUnit[] {
    const kept: ChunkUnit[] = [];
    let size = 0;
    for (const unit of units.toReversed()) {
      size += sizeOf(unit.text, this.#options) + 1;
      if (size > this.#options.overlap || unit.head !== "" || kept.length === units.length - 1) break;
      kept.unshift(unit);
    }
    return kept;
  }
}

function chunkOf(units: readonly ChunkUnit[], headings: readonly string[], number: number): Chunk {
  const text = textOf(units);
  const places = [...new Set(units.flatMap((unit) => unit.places))];
  return {
    id: `c${number}`,
    text,
    headings,
    pages: [...new Set(places.map(({ page }) => page))].toSorted((a, b) => a - b),
    places,
    blocks: [...new Set(units.map(({ block }) => block))],
    tokens: tokenEstimate(text),
  };
}

function textOf(units: readonly ChunkUnit[]): string {
  let text = "";
  let before: ChunkUnit | undefined;
  for (const unit of units) {
    const isNew = before === undefined || before.block !== unit.block;
    if (before !== undefined) text += isNew ? "\n\n" : unit.separator;
    if (isNew && unit.head !== "") text += `${unit.head}\n`;
    text += unit.text;
    before = unit;
  }
  return text;
}
