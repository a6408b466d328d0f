import type { PageOutcome } from "../../extraction/result/extracted-document.ts";
import { DomainError } from "../domain-error.ts";
import type { DocumentFields, PageRange } from "./document-fields.ts";
import type { SchemaDefinition } from "./fields-schema.ts";

/** Whether documents of a schema can be split: only what begins an invoice is known. */
export function isSplittable({ kind }: SchemaDefinition): boolean {
  return kind === "invoice";
}

export const SPLIT_EXPECTED = "expected with the schema invoice, or one of the kind invoice";

/** @throws DomainError `BAD_INPUT` if documents of the schema cannot be split. */
export function assertSplittable(definition: SchemaDefinition): void {
  if (isSplittable(definition)) return;
  throw new DomainError("BAD_INPUT", `split: ${SPLIT_EXPECTED}`, { field: "split" });
}

/** The pages of a part. */
export function pagesOfPart(
  pages: readonly PageOutcome[],
  { pages: range }: Pick<DocumentFields, "pages">,
): readonly PageOutcome[] {
  return range === null ? pages : pages.filter(({ number }) => range[0] <= number && number <= range[1]);
}

export function isSamePart(one: PageRange | null, other: PageRange | null): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/** The name of a file and the pages of a part of it: the key of its row in a table, and of the rows in its lists. */
export function nameOfPart(file: string, pages: PageRange | null): string {
  if (pages === null) return file;
  const [first, last] = pages;
  return `${file}, ${first === last ? `page ${first}` : `pages ${first}-${last}`}`;
}
