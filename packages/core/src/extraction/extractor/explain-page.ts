import type { DocumentSource } from "../document/document-source.ts";
import type { ExplainedPage, PageContents } from "../explain/page-case.ts";
import { pageExplanation, pageInDocument, type ReadPageExplanation } from "../explain/page-explanation.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import type { PageOutcome, PageRead } from "../result/extracted-document.ts";
import { plainOutcome, type StorableOutcome } from "../result/storable-outcome.ts";
import type { ExtractionEvent } from "./extractor.ts";

interface Call {
  readonly signal?: AbortSignal | undefined;
  readonly owner?: string | undefined;
}

/** `PageSource.read`. */
type ReadPages = (
  source: DocumentSource,
  options: ExtractOptions,
  call: Call & { readonly outcomes?: "explained"; readonly skip?: readonly number[] },
) => AsyncIterable<ExtractionEvent<StorableOutcome>>;

/**
 * Explains a page. The other selected pages are read as well, since headings, running headers and what goes on over pages
 * are found by comparing them.
 *
 * @throws ExtractionError `BAD_OPTION` if the page does not exist or is not selected.
 */
export async function explainPage(
  read: ReadPages,
  source: DocumentSource,
  {
    number,
    options,
    call = {},
  }: { readonly number: number; readonly options: ExtractOptions; readonly call?: Call },
): Promise<ExplainedPage> {
  const { pages } = options;
  const asked = { ...options, blocks: true };
  const explained = await outcomesOf(
    read(source, { ...asked, pages: pages || String(number) }, { ...call, outcomes: "explained" }),
    number,
  );
  const page = explained.find((outcome) => outcome.number === number);
  if (page?.ok !== true) throw new ExtractionError("DAMAGED_DOCUMENT", page?.message ?? NOT_READ);
  const others =
    pages === "" ? await outcomesOf(read(source, asked, { ...call, skip: [number] }), number) : [];
  const all = [...explained, ...others].toSorted((a, b) => a.number - b.number);
  return {
    explanation: pageExplanation(page, pageInDocument(all, number)),
    contents: explained.flatMap((outcome) => (outcome.ok ? contentsOf(outcome) : [])),
  };
}

const NOT_READ = "The page was not read.";

/**
 * Reads a page with the decisions about it.
 *
 * @throws ExtractionError `BAD_OPTION` if the page does not exist.
 */
export async function readExplained(
  read: ReadPages,
  source: DocumentSource,
  {
    number,
    options,
    call,
  }: { readonly number: number; readonly options: ExtractOptions; readonly call: Call },
): Promise<PageRead> {
  const asked = { ...options, blocks: true, pages: String(number) };
  const [page] = await outcomesOf(read(source, asked, { ...call, outcomes: "explained" }), number);
  if (page?.ok === true) return page;
  throw new ExtractionError("DAMAGED_DOCUMENT", page?.message ?? NOT_READ);
}

/** The outcomes of a reading; rejects if the page is not among the pages that are read. */
async function outcomesOf(events: ReturnType<ReadPages>, number: number): Promise<readonly PageOutcome[]> {
  const outcomes: PageOutcome[] = [];
  for await (const event of events) {
    if (event.kind === "page") outcomes.push(plainOutcome(event.outcome));
    else if (!event.pages.includes(number)) throw notSelected(number, event.pageCount);
  }
  return outcomes;
}

function notSelected(number: number, pageCount: number): ExtractionError {
  const message =
    number > pageCount
      ? `page: the document has pages 1 to ${pageCount}; page ${number} does not exist`
      : `page: page ${number} is not among the selected pages; select it with the option pages`;
  return new ExtractionError("BAD_OPTION", message, { option: "page" });
}

function contentsOf({ number, explanation }: PageRead): readonly PageContents[] {
  if (explanation === undefined) return [];
  const { content }: ReadPageExplanation = JSON.parse(explanation);
  return [{ number, content }];
}
