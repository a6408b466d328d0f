import type { DocumentTextOptions } from "../result/document-text.ts";
import type { PageOutcome, TextSource } from "../result/extracted-document.ts";
import type { Rect } from "../page/rect.ts";
import { searchTextApart } from "./search-apart.ts";
import { searchRefusal } from "./search-text.ts";
import { boxOfWords } from "./word-boxes.ts";

/** The part of an occurrence of a term on one line. */
export interface FoundText {
  /** The text as written. */
  readonly text: string;
  /** Counted from 1. */
  readonly page: number;
  /** In points from the upper left corner of the upright page. Partly matched words are included whole. */
  readonly box: Rect;
  /** Least number of edits between the term and the occurrence, ignoring case and white space. */
  readonly distance: number;
  /** The source of the page's text. */
  readonly textSource: TextSource;
}

/**
 * Finds a term in pages that were read, exactly and with up to one edit per five letters and digits. Case and white
 * space are ignored, and an occurrence may continue on the next line, column or page. At most 1,000 are returned.
 *
 * @throws RangeError if the term is blank, longer than 1,000 characters, or matches too much of the text.
 */
export async function searchPages(
  pages: readonly PageOutcome[],
  term: string,
): Promise<readonly FoundText[]> {
  const search = await searchTextApart(pages, PLAIN, term);
  if (!search.ok) throw new RangeError(`term: ${searchRefusal(search.reason)}`);
  const words = new Map(pages.map((page) => [page.number, page.ok ? page.words : new Float64Array()]));
  return search.matches.map(({ start, end, text, page, distance, textSource }) => ({
    text,
    page,
    box: boxOfWords(words.get(page) ?? new Float64Array(), { start, end }),
    distance,
    textSource,
  }));
}

/** Only the positions in the whole text depend on these options. */
const PLAIN: DocumentTextOptions = {
  mode: "native_text",
  outputMode: "layout_preserving",
  pageSeparator: "",
  addLineNumbers: false,
};
