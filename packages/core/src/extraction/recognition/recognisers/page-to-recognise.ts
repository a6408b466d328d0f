import type { OpenedDocument } from "../../engines/open-document.ts";
import type { TextSource } from "../../page/text-source.ts";
import type { PageContent } from "../../page/page-content.ts";
import type { TextSourceChoice } from "../../page/text-source.ts";
import type { FreeThreads } from "./free-threads.ts";
import type { AskedEngines, PageRecogniser } from "../engines/engines.ts";

/** A page that may contain text to recognise. */
export interface PageToRecognise {
  readonly document: OpenedDocument;
  readonly number: number;
  /** Content of the page without recognition. */
  readonly content: PageContent;
  readonly choice: RecognitionChoice;
  /** Threads that can recognise parts of the page; undefined if there is only this one. */
  readonly freeThreads: FreeThreads | undefined;
  /** Engines besides the built-in one; undefined if there are none. */
  readonly engines: AskedEngines | undefined;
}

/** `mixed` keeps the page's own glyphs. */
export type RecognitionChoice = TextSourceChoice & { readonly source: "ocr" | "mixed" };

export interface RecognisedPage {
  readonly content: PageContent;
  readonly source: TextSource;
  /** Why this source was chosen, and how the picture was prepared. */
  readonly reason: string;
  /** Notes for the user, one sentence each. */
  readonly notes: readonly string[];
  /** Empty if no words were recognised. */
  readonly recognisers: readonly PageRecogniser[];
  /** Mean confidence of the recognised words, 0 to 1; undefined if there are none. */
  readonly confidence?: number | undefined;
  /** Whether the recognised text is likely wrong; a note has the reason. */
  readonly isDoubtful?: boolean | undefined;
}

/** Returns the page without recognised text. */
export function nothingFound(
  { content, choice }: Pick<PageToRecognise, "content" | "choice">,
  notes: readonly string[],
): RecognisedPage {
  const source = choice.source === "mixed" ? "native" : "none";
  return { content, source, reason: choice.reason, notes, recognisers: [] };
}
