import type { Rendition } from "../options/renditions.ts";
import { type Chunk, toChunks } from "./chunks/chunks.ts";
import type { DocumentBlocks } from "./model/block.ts";
import { toHtml } from "./renditions/html.ts";
import { toMarkdown } from "./renditions/markdown.ts";
import { toPlainText } from "./renditions/plain-text.ts";
import { type ExtractedTable, tablesOf } from "./renditions/tables.ts";

interface Renditions {
  readonly markdown: string;
  readonly html: string;
  /** In reading order, without markup. */
  readonly plain: string;
  readonly tables: readonly ExtractedTable[];
  readonly blocks: DocumentBlocks;
  /** With the default options of `toChunks`. */
  readonly chunks: readonly Chunk[];
}

/** Those renditions of a document that its options keep. */
export type DocumentRenditions = Partial<Renditions>;

const RENDERED = {
  markdown: toMarkdown,
  html: toHtml,
  plain: toPlainText,
  tables: tablesOf,
  blocks: (document: DocumentBlocks) => document,
  chunks: toChunks,
} as const satisfies {
  readonly [R in Rendition]: (document: DocumentBlocks) => Renditions[R];
};

/** Each rendition is computed on first access. */
export function documentRenditions(
  document: () => DocumentBlocks,
  kept: readonly Rendition[],
): DocumentRenditions {
  const renditions: DocumentRenditions = {};
  for (const name of kept) {
    let value: DocumentRenditions[Rendition];
    const get = (): DocumentRenditions[Rendition] => (value ??= RENDERED[name](document()));
    Object.defineProperty(renditions, name, { get, enumerable: true });
  }
  return renditions;
}
