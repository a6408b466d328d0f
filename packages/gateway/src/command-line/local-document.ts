import { basename } from "node:path";
import type { ExtractionEvent, ExtractOptions, Extractor, PageOutcome } from "@galley/core";
import { DomainError, searchPages } from "@galley/core/domain";
import { drawn } from "../viewer/drawn.ts";
import { MAX_VIEWED_PIXELS, outlineOf, type ViewedDocument } from "../viewer/viewed-document.ts";

/**
 * Opens a file and resolves as soon as it is open; its pages are read in the background.
 *
 * @throws ExtractionError
 */
export async function readDocument(
  extractor: Extractor,
  file: string,
  options: ExtractOptions,
): Promise<ViewedDocument> {
  const events = extractor.pages(file, options)[Symbol.asyncIterator]();
  const opened = await events.next();
  if (opened.done || opened.value.kind !== "opened")
    throw new Error("The extractor yielded a page before the document was opened.");
  const { pageCount, pages } = opened.value;
  const reading = new Reading(pages);
  void reading.take({ [Symbol.asyncIterator]: () => events });
  return {
    summary: async () => ({
      name: basename(file),
      pageCount,
      firstPage: pages[0] ?? null,
      pages,
      settled: reading.ended,
      message: reading.message,
    }),
    outlines: async ({ after, limit }) =>
      reading.finished
        .filter(({ number }) => number > after)
        .map(outlineOf)
        .toSorted((one, other) => one.number - other.number)
        .slice(0, limit),
    page: async (number) => ({ outcome: await reading.outcome(number), textKept: true }),
    image: (number, { dpi, signal }) =>
      drawn(
        extractor.renderPage(
          file,
          number,
          { dpi, maxPixels: MAX_VIEWED_PIXELS, password: options.password },
          { signal },
        ),
      ),
    search: async (term) => {
      const outcomes = await Promise.all(pages.map((number) => reading.outcome(number)));
      return searchPages(outcomes, term);
    },
  };
}

/** The pages of a document that is still being read; requests for a page wait until it is read. */
class Reading {
  /** The error of the document as a whole. */
  message = "";
  /** Whether no further page will be read. */
  ended = false;
  readonly finished: PageOutcome[] = [];
  readonly #pages = new Map<number, PromiseWithResolvers<PageOutcome>>();

  constructor(pages: readonly number[]) {
    for (const number of pages) {
      const page = Promise.withResolvers<PageOutcome>();
      // The error is reported to the requests for the page.
      page.promise.catch(() => undefined);
      this.#pages.set(number, page);
    }
  }

  async take(events: AsyncIterable<ExtractionEvent>): Promise<void> {
    try {
      for await (const event of events) {
        if (event.kind !== "page") continue;
        this.finished.push(event.outcome);
        this.#pages.get(event.outcome.number)?.resolve(event.outcome);
      }
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      for (const page of this.#pages.values()) page.reject(new DomainError("NOT_FOUND", this.message));
    }
    this.ended = true;
  }

  /** @throws DomainError `NOT_FOUND` if the page is not selected. */
  outcome(number: number): Promise<PageOutcome> {
    const page = this.#pages.get(number);
    if (page) return page.promise;
    throw new DomainError("NOT_FOUND", `Page ${number} is not among the selected pages.`);
  }
}
