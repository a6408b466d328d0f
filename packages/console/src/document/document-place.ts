export const RENDITIONS = [
  "layout",
  "order",
  "markdown",
  "html",
  "tables",
  "fields",
  "chunks",
  "json",
  "why",
  "difference",
] as const;
export type Rendition = (typeof RENDITIONS)[number];

/** A place in a document, as its address has it. */
export interface DocumentPlace {
  readonly page?: number;
  /** Counted from 1 within the page, blank lines included. */
  readonly line?: number;
  readonly show?: Rendition;
  /** Id of another reading of the same document, to compare with. */
  readonly compare?: string;
}
