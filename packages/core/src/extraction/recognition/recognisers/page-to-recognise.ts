import type { OpenedDocument } from "../../engines/open-document.ts";
import type { TextSource } from "../../result/extracted-document.ts";
import type { PageContent } from "../../page/page-content.ts";
import type { TextSourceChoice } from "../../reading/text-source.ts";
import type { FreeThreads } from "./free-threads.ts";
import type { AskedRecogniser } from "./image-recogniser.ts";

/** A page that may carry text to be recognised. */
export interface PageToRecognise {
  readonly document: OpenedDocument;
  readonly number: number;
  /** What an engine read of it. */
  readonly content: PageContent;
  readonly choice: RecognitionChoice;
  /** Threads that may read a part of it; undefined where there is only this one. */
  readonly freeThreads: FreeThreads | undefined;
  /** Reads pictures instead of the built-in recogniser; undefined where there is none. */
  readonly recognise: AskedRecogniser | undefined;
}

/** `mixed` keeps the page's own glyphs. */
export type RecognitionChoice = TextSourceChoice & { readonly source: "ocr" | "mixed" };

export interface RecognisedPage {
  readonly content: PageContent;
  readonly source: TextSource;
  /** Why the text came from there, and what was done to the picture. */
  readonly reason: string;
  /** What a person should know, one sentence each. */
  readonly notes: readonly string[];
}

/** The page as it is without recognition. */
export function nothingFound(
  { content, choice }: Pick<PageToRecognise, "content" | "choice">,
  notes: readonly string[],
): RecognisedPage {
  return { content, source: choice.source === "mixed" ? "native" : "none", reason: choice.reason, notes };
}
