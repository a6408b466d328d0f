import type { Block } from "../model/block.ts";

/** Options of the renditions of a document. */
export interface RenditionOptions {
  /** Keeps page headers, page footers and page numbers; left out by default. */
  readonly runningTexts?: boolean;
}

const RUNNING: ReadonlySet<Block["kind"]> = new Set(["page_header", "page_footer", "page_number"]);

/** The blocks that a rendition shows. */
export function renderedBlocks(
  blocks: readonly Block[],
  { runningTexts = false }: RenditionOptions,
): readonly Block[] {
  return runningTexts ? blocks : blocks.filter(({ kind }) => !RUNNING.has(kind));
}
