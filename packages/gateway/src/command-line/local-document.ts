import { basename } from "node:path";
import type { ExtractionEvent, ExtractOptions, Extractor, PageOutcome } from "@galley/core";
import { DomainError } from "@galley/core/domain";
import { drawn } from "../viewer/drawn.ts";
import { MAX_VIEWED_PIXELS, type ViewedDocument } from "../viewer/viewed-document.ts";

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
      settled: true,
      message: reading.message,
    }),
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
    async search(expression) {
      const outcomes = await Promise.all(pages.map((number) => reading.outcome(number)));
      return outcomes.flatMap((page) => (page.ok && expression.test(page.text) ? [page.number] : []));
    },
  };
}

/** The pages of a document that is still being read; requests for a page wait until it is read. */
class Reading {
  /** The error of the document as a whole. */
  message = "";
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
        if (event.kind === "page") this.#pages.get(event.outcome.number)?.resolve(event.outcome);
      }
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
      for (const page of this.#pages.values()) page.reject(new DomainError("NOT_FOUND", this.message));
    }
  }

  /** @throws DomainError `NOT_FOUND` if the page is not selected. */
  outcome(number: number): Promise<PageOutcome> {
    const page = this.#pages.get(number);
    if (page) return page.promise;
    throw new DomainError("NOT_FOUND", `Page ${number} is not among the selected pages.`);
  }
}
