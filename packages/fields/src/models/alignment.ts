import type { Citation } from "@galley/core/domain";
import type { FieldDocument, FieldPage } from "../document/field-document.ts";
import { approximateMatch } from "../places/approximate.ts";
import { citationOf } from "../places/citation.ts";
import {
  asWritten,
  foldCase,
  foldLookAlikes,
  occurrencesIn,
  solidText,
  wordsBetween,
  type Folding,
  type SolidText,
} from "../places/solid-text.ts";

/** Where a quote stands, and how well the words there fit. */
export interface Alignment {
  readonly citation: Citation;
  readonly fit: "exact" | "folded" | "approximate";
}

/** A line of a page, by the indexes of both. */
export interface LinePlace {
  readonly page: number;
  readonly line: number;
}

/** Ways to compare a quote with the words of a page: the first with a place wins. */
const FOLDINGS: readonly (readonly [folding: Folding, fit: Alignment["fit"]])[] = [
  [asWritten, "exact"],
  [foldCase, "folded"],
  [foldLookAlikes, "folded"],
];

/** Lines above and below the named one that are searched approximately: models miscount, but not by much. */
const LINES_AROUND = 4;

/** A quote of fewer characters fits too many words by chance. */
const LEAST_APPROXIMATE = 5;
const MOST_APPROXIMATE = 300;

/** Errors for each character of a quote. Recognised text has about one in twenty; twice that many are still this value. */
const ERROR_RATE = 0.15;

/** Finds the quotes of a model on the pages. */
export class QuoteAlignment {
  readonly #document: FieldDocument;
  readonly #solid = new Map<Folding, readonly SolidText[]>();

  constructor(document: FieldDocument) {
    this.#document = document;
  }

  /** The place of a quote; of several, the one nearest to `line`. Undefined if no words fit. */
  find(quote: string, line: LinePlace): Alignment | undefined {
    for (const [folding, fit] of FOLDINGS) {
      const citation = this.#nearest(folding, folding(quote), line);
      if (citation) return { citation, fit };
    }
    const citation = this.#approximate(quote, line);
    return citation && { citation, fit: "approximate" };
  }

  #nearest(folding: Folding, sought: string, near: LinePlace): Citation | undefined {
    const found = this.#pages(folding).flatMap((solid, page) =>
      occurrencesIn(solid, sought).map((words) => ({ solid, page, words })),
    );
    const distance = ({ page, words }: (typeof found)[number]): number =>
      page === near.page ? Math.abs((words[0]?.line ?? 0) - near.line) : FAR * Math.abs(page - near.page);
    const best = found.toSorted((a, b) => distance(a) - distance(b))[0];
    return best && citationOf(best.solid.page, best.words);
  }

  #pages(folding: Folding): readonly SolidText[] {
    const known = this.#solid.get(folding);
    if (known) return known;
    const pages = this.#document.pages.map((page) => solidText(page, folding));
    this.#solid.set(folding, pages);
    return pages;
  }

  #approximate(quote: string, { page: index, line }: LinePlace): Citation | undefined {
    const sought = foldLookAlikes(quote);
    const page = this.#document.pages[index];
    if (!page || sought.length < LEAST_APPROXIMATE || sought.length > MOST_APPROXIMATE) return undefined;
    const solid = solidText(onlyLines(page, line - LINES_AROUND, line + LINES_AROUND), foldLookAlikes);
    const match = approximateMatch(solid.text, sought, Math.floor(sought.length * ERROR_RATE));
    return match && citationOf(page, wordsBetween(solid, match.start, match.end));
  }
}

/** Farther than any line of the same page. */
const FAR = 1_000_000;

/** The page with the words of some lines only; lines keep their indexes. */
function onlyLines(page: FieldPage, from: number, to: number): FieldPage {
  const lines = page.lines.map((line, index) =>
    index >= from && index <= to ? line : { ...line, words: [] },
  );
  return { ...page, lines };
}
