import type { ExtractedDocument } from "@galley/core/extract-text";

/** Pages named in a message; the others are counted. */
const PAGES_NAMED = 10;

/** What the user should know about a document that was read: its message and those of its pages, each once. */
export function notesOf(document: ExtractedDocument): readonly string[] {
  const read = document.pages.filter(({ status, message }) => status !== "failed" && message !== "");
  const byMessage = Map.groupBy(read, ({ message }) => message);
  const ofPages = Array.from(
    byMessage,
    ([message, pages]) => `${pagesNamed(pages.map(({ number }) => number))}: ${message}`,
  );
  return document.message === "" ? ofPages : [document.message, ...ofPages];
}

/** The pages that could not be read. */
export function failuresOf({ pages }: ExtractedDocument): readonly string[] {
  return pages
    .filter(({ status }) => status === "failed")
    .map(({ number, message }) => `page ${number}: ${message}`);
}

function pagesNamed(numbers: readonly number[]): string {
  const [only] = numbers;
  if (numbers.length === 1) return `page ${only}`;
  const further = numbers.length - PAGES_NAMED;
  return `pages ${numbers.slice(0, PAGES_NAMED).join(", ")}${further > 0 ? ` and ${further} more` : ""}`;
}
