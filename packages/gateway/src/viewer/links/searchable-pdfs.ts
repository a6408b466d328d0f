import { searchablePdfApart } from "@galley/core";
import { DomainError, type PageOutcome } from "@galley/core/domain";
import { drawn } from "../drawn.ts";

/** Larger documents take more memory than a thread should have. */
const MAX_BYTES = 200 * 1024 * 1024;

/** Calls beyond this number fail instead of waiting. */
const MAX_WAITING = 8;

interface ReadDocument {
  readonly path: string;
  readonly bytes: number;
  readonly pages: readonly PageOutcome[];
}

/** Writes searchable PDFs, one at a time. */
export interface SearchablePdfs {
  /** @throws DomainError `TOO_LARGE`, `UNSUPPORTED_DOCUMENT`, `UNAVAILABLE`; the reason of `signal`. */
  write(document: ReadDocument, signal: AbortSignal): Promise<Uint8Array>;
}

export function createSearchablePdfs(): SearchablePdfs {
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();
  return {
    async write({ path, bytes, pages }, signal) {
      if (bytes > MAX_BYTES) {
        const megabytes = MAX_BYTES / 1024 / 1024;
        throw new DomainError("TOO_LARGE", `Searchable PDFs are written up to ${megabytes} MB.`);
      }
      if (waiting >= MAX_WAITING) {
        throw new DomainError("UNAVAILABLE", "Too many searchable PDFs are being written. Try again later.");
      }
      waiting++;
      const written = before.then(() => searchablePdfApart({ path, pages }, signal));
      before = written.catch(() => undefined);
      try {
        return await drawn(written);
      } finally {
        waiting--;
      }
    },
  };
}
