import { documentBlocks } from "../structure/document/document-blocks.ts";
import type { DocumentBlocks } from "../structure/model/block.ts";
import { documentRenditions } from "../structure/document-renditions.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import { findsStructure, keptRenditions } from "../options/renditions.ts";
import { documentText, linesOfPage } from "../result/document-text.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import type {
  ExtractedDocument,
  ExtractedLine,
  ExtractedPage,
  PageOutcome,
} from "../result/extracted-document.ts";
import type { ExtractCall, ExtractionEvent } from "./extractor.ts";

/** Collects pages in any order and returns the document with its pages sorted. */
export async function collectDocument(
  events: AsyncIterable<ExtractionEvent>,
  options: ExtractOptions,
  onPage: ExtractCall["onPage"],
): Promise<ExtractedDocument> {
  let pageCount = 0;
  let total = 0;
  let notes: readonly string[] = [];
  const outcomes: PageOutcome[] = [];
  for await (const event of events) {
    if (event.kind === "opened") {
      pageCount = event.pageCount;
      total = event.pages.length;
      notes = event.notes ?? [];
    } else {
      outcomes.push(event.outcome);
      onPage?.(event.outcome, { done: outcomes.length, total });
    }
  }
  outcomes.sort((a, b) => a.number - b.number);
  return assembled({ pageCount, notes }, outcomes, options);
}

function assembled(
  { pageCount, notes }: { readonly pageCount: number; readonly notes: readonly string[] },
  outcomes: readonly PageOutcome[],
  options: ExtractOptions,
): ExtractedDocument {
  const whole = documentText(outcomes, options);
  let blocks: DocumentBlocks | undefined;
  const isFound = findsStructure(options);
  const blocksOnce = (): DocumentBlocks => {
    if (!isFound) throw withoutStructure();
    return (blocks ??= documentBlocks(outcomes));
  };
  const document = {
    pageCount,
    pages: outcomes.map(extractedPage),
    text: whole.text,
    get lines() {
      return whole.lines;
    },
    get blocks() {
      return blocksOnce();
    },
    renditions: documentRenditions(blocksOnce, keptRenditions(options)),
    message: messageOf(pageCount, outcomes) || notes.join(" "),
  };
  // Copies and JSON of a document without structure have no blocks instead of failing.
  return isFound ? document : Object.defineProperty(document, "blocks", { enumerable: false });
}

function withoutStructure(): ExtractionError {
  const message = "The document was read without its structure. Pass blocks: true with the document.";
  return new ExtractionError("BAD_OPTION", message, { option: "blocks" });
}

function extractedPage(outcome: PageOutcome): ExtractedPage {
  const { number, ok, message, seconds } = outcome;
  let lines: readonly ExtractedLine[] | undefined;
  return {
    number,
    status: ok ? "read" : "failed",
    text: outcome.ok ? outcome.text : "",
    message,
    seconds,
    outcome,
    // Computed on first access, because they cost more than the layout.
    get lines() {
      return (lines ??= outcome.ok ? linesOfPage(outcome) : []);
    },
  };
}

function messageOf(pageCount: number, outcomes: readonly PageOutcome[]): string {
  if (outcomes.length > 0) return "";
  if (pageCount === 0) return "The document has no pages.";
  return `No page is selected: the document has pages 1 to ${pageCount}.`;
}
