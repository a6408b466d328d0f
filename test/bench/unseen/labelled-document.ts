/** A document whose structure is known from elsewhere. */
export interface LabelledDocument {
  readonly name: string;
  readonly path: string;
  /** Its structure in Markdown, with tables in HTML; only tables if `isTablesOnly`. */
  readonly truth: string;
  readonly isTablesOnly: boolean;
  readonly part: Part;
  /** Which texts belong together, if that is known. */
  readonly groups?: TextGroups;
}

/** Texts as they are printed. */
export interface TextGroups {
  /** All text, in reading order. */
  readonly text: string;
  /** Addresses, paragraphs and the like, each a block of its own. */
  readonly blocks: readonly string[];
  readonly pairs: readonly (readonly [label: string, value: string])[];
  /** Labels above a block, names and subjects, which may be headings, lines of the block or blocks of their own. */
  readonly labels: readonly string[];
}

/** Rules are written for the first part, chosen by the second, and reported on the third, which is read once. */
export const PARTS = ["develop", "choose", "report"] as const;
export type Part = (typeof PARTS)[number];

/** Half of the documents to develop, a quarter each to choose and to report. */
export function partOf(index: number): Part {
  return (["develop", "choose", "develop", "report"] as const)[index % 4] ?? "develop";
}
