import { collectDocument } from "./collect-document.ts";
import { type RenderOptions, renderOptionsSchema } from "../engines/render/render-options.ts";
import { parseExtractOptions, type ExtractOptions } from "../options/extract-options.ts";
import { explainPage } from "./explain-page.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import { plainOutcome, type StorableOutcome } from "../result/storable-outcome.ts";
import type { ExtractionEvent, Extractor, PagesCall } from "./extractor.ts";
import type { DocumentSource } from "../document/document-source.ts";
import { parseOptions } from "../options/parse-options.ts";
import type { RenderedPage } from "../engines/render/rendered-page.ts";

/** A page to render, with the render options. */
export interface RenderRequest {
  readonly number: number;
  readonly options: RenderOptions;
}

/** Progress of a document whose pages may be compressed. */
export type StorableEvent = ExtractionEvent<StorableOutcome>;

export interface ReadCall extends PagesCall {
  /**
   * `storable`: pages are compressed on the threads that read them. `explained`: pages have the decisions about them.
   * Default: plain pages.
   */
  readonly outcomes?: "storable" | "explained" | undefined;
  /** Whose document it is: documents of different owners get equal time of the threads. Default: one owner. */
  readonly owner?: string | undefined;
}

/** Reads and renders documents page by page; the options are already validated. */
export interface PageSource {
  readonly read: (
    source: DocumentSource,
    options: ExtractOptions,
    call: ReadCall,
  ) => AsyncIterable<StorableEvent>;
  readonly render: (
    source: DocumentSource,
    request: RenderRequest,
    signal: AbortSignal | undefined,
  ) => Promise<RenderedPage>;
  readonly dispose: () => Promise<void>;
}

/** Builds the public extractor on top of a page source. */
export function extractorOver({ read, render, dispose }: PageSource): Extractor {
  return {
    extract: async (source, options = {}, call = {}) => {
      const parsed = parseExtractOptions(options);
      return collectDocument(plainEvents(read(source, parsed, { signal: call.signal })), parsed, call.onPage);
    },
    pages: async function* (source, options = {}, call = {}) {
      yield* plainEvents(read(source, parseExtractOptions(options), call));
    },
    renderPage: async (source, number, options = {}, call = {}) => {
      refuseNoPage(number);
      return render(source, { number, options: parseOptions(renderOptionsSchema, options) }, call.signal);
    },
    explainPage: async (source, number, options = {}, { signal } = {}) => {
      refuseNoPage(number);
      return explainPage(read, source, { number, options: parseExtractOptions(options), call: { signal } });
    },
    [Symbol.asyncDispose]: dispose,
  };
}

function refuseNoPage(number: number): void {
  if (Number.isSafeInteger(number) && number >= 1) return;
  throw new ExtractionError("BAD_OPTION", "number: expected a page number of at least 1", {
    option: "number",
  });
}

async function* plainEvents(
  events: AsyncIterable<StorableEvent>,
): AsyncGenerator<ExtractionEvent, void, undefined> {
  for await (const event of events) {
    yield event.kind === "page" ? { kind: "page", outcome: plainOutcome(event.outcome) } : event;
  }
}
