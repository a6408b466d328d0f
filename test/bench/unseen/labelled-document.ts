/** A document whose structure is known from elsewhere. */
export interface LabelledDocument {
  readonly name: string;
  readonly path: string;
  /** Its structure in Markdown, with tables in HTML; only tables if `isTablesOnly`. */
  readonly truth: string;
  readonly isTablesOnly: boolean;
  readonly part: Part;
}

/** Rules are written for the first part, chosen by the second, and reported on the third, which is read once. */
export const PARTS = ["develop", "choose", "report"] as const;
export type Part = (typeof PARTS)[number];

/** Half of the documents to develop, a quarter each to choose and to report. */
export function partOf(index: number): Part {
  return (["develop", "choose", "develop", "report"] as const)[index % 4] ?? "develop";
}
