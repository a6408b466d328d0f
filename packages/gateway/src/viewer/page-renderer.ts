import { DomainError } from "@galley/core/domain";
import { createIsolatedExtractor, type Extractor, type IsolatedExtractorOptions } from "@galley/core";

/** The rendering process is stopped after being idle for this long. */
const IDLE_MS = 5 * 60_000;

/** Pages beyond this number are refused instead of waiting for the one thread that draws. */
const MAX_WAITING = 100;

export interface PageRenderer extends AsyncDisposable {
  readonly renderPage: Extractor["renderPage"];
}

/**
 * Renders pages in a child process, separate from the one that reads documents, so a crash affects no job.
 * The process starts with the first requested page.
 */
export function createPageRenderer(options: Omit<IsolatedExtractorOptions, "threads">): PageRenderer {
  let extractor: Extractor | undefined;
  let drawing = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = extractor;
    extractor = undefined;
    await ended?.[Symbol.asyncDispose]();
  };
  return {
    async renderPage(...request) {
      if (drawing >= MAX_WAITING) {
        throw new DomainError("UNAVAILABLE", "Too many pages are waiting to be drawn. Try again later.");
      }
      clearTimeout(idle);
      drawing++;
      try {
        extractor ??= createIsolatedExtractor({ ...options, threads: 1 });
        return await extractor.renderPage(...request);
      } finally {
        drawing--;
        if (drawing === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
      }
    },
    [Symbol.asyncDispose]: end,
  };
}
