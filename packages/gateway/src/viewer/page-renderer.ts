import { DomainError, type PageExplainer } from "@galley/core/domain";
import {
  createIsolatedExtractor,
  type Extractor,
  type ExtractorApart,
  type IsolatedExtractorOptions,
} from "@galley/core";
import { drawn, isPasswordMissing } from "./drawn.ts";

/** The rendering process is stopped after being idle for this long. */
const IDLE_MS = 5 * 60_000;

/** Pages beyond this number are refused instead of waiting for the one thread that draws. */
const MAX_WAITING = 100;

export interface PageRenderer extends AsyncDisposable {
  readonly renderPage: Extractor["renderPage"];
  /** Reads pages again to explain them. */
  readonly explainer: PageExplainer;
}

/**
 * Renders pages in a child process, separate from the one that reads documents, so a crash affects no job.
 * The process starts with the first requested page.
 */
export function createPageRenderer(options: Omit<IsolatedExtractorOptions, "threads">): PageRenderer {
  let extractor: ExtractorApart | undefined;
  let drawing = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = extractor;
    extractor = undefined;
    await ended?.[Symbol.asyncDispose]();
  };
  const using = async <Result>(work: (extractor: ExtractorApart) => Promise<Result>): Promise<Result> => {
    if (drawing >= MAX_WAITING) {
      throw new DomainError("UNAVAILABLE", "Too many pages are waiting to be drawn. Try again later.");
    }
    clearTimeout(idle);
    drawing++;
    try {
      extractor ??= createIsolatedExtractor({ ...options, threads: 1 });
      return await work(extractor);
    } finally {
      drawing--;
      if (drawing === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  };
  return {
    renderPage: (...request) => using((open) => open.renderPage(...request)),
    explainer: {
      read: (path, page, { options: asked, signal }) =>
        explained(using((open) => open.readExplained(path, page, asked, { signal }))),
    },
    [Symbol.asyncDispose]: end,
  };
}

/** Translates what prevents an explanation. */
async function explained<T>(result: Promise<T>): Promise<T> {
  try {
    return await drawn(result);
  } catch (error) {
    if (isPasswordMissing(error)) {
      throw new DomainError(
        "CONFLICT",
        "The document is encrypted, and passwords are deleted when a document has been read, so its pages cannot be explained.",
        { cause: error },
      );
    }
    if (!(error instanceof DOMException && error.name === "TimeoutError")) throw error;
    throw new DomainError("UNAVAILABLE", "Reading the page again takes too long. Try again later.", {
      cause: error,
    });
  }
}
