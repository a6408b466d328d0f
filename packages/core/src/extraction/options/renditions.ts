/** The renditions of a document's structure. */
export const RENDITIONS = ["markdown", "html", "plain", "tables", "blocks", "chunks"] as const;
export type Rendition = (typeof RENDITIONS)[number];

interface RenditionChoice {
  readonly blocks: boolean;
  readonly renditions: readonly Rendition[];
}

/** The renditions that options keep: all of them with `blocks`, otherwise those that are named. */
export function keptRenditions({ blocks, renditions }: RenditionChoice): readonly Rendition[] {
  return blocks ? RENDITIONS : renditions;
}

/** Whether the structure of pages is found beside their text. */
export function findsStructure(options: RenditionChoice): boolean {
  return keptRenditions(options).length > 0;
}
