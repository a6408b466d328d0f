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
  /** The name of the schema whose fields are shown. */
  readonly schema?: string;
  /** The part of a document that is split; the first by default. */
  readonly part?: number;
  /** Whether the document is reviewed as part of the queue of its schema. */
  readonly review?: boolean;
  /** Id of another reading of the same document, to compare with. */
  readonly compare?: string;
}
