import type { PageOutcome } from "../../../extraction/result/extracted-document.ts";
import { bytesOf, lazyOutcome, type StorableOutcome } from "../../../extraction/result/storable-outcome.ts";

/**
 * Pages that this process has just stored, in memory: most texts are retrieved as soon as they are complete, and reading
 * them again takes longer than storing them.
 */
export interface RecentPages {
  /** Collects the pages of a job while they are being stored. */
  collect(): CollectedPages;
  /**
   * All pages of a job by number, as the database returns them, but without the words of pages whose text was not
   * recognised. They are kept for one caller. Undefined if they are not kept.
   */
  take(jobId: string): readonly PageOutcome[] | undefined;
}

export interface CollectedPages {
  /** How many pages were added. */
  readonly count: number;
  add(outcomes: readonly StorableOutcome[]): void;
  /** Keeps them, for a moment, once they are stored. */
  keepFor(jobId: string): void;
}

/** Of all kept pages together; a document with more is not kept. */
const MAX_BYTES = 16 * 1024 * 1024;
const KEPT_MS = 30_000;

interface Kept {
  readonly outcomes: readonly StorableOutcome[];
  readonly bytes: number;
  readonly forget: NodeJS.Timeout;
}

export function createRecentPages(): RecentPages {
  const kept = new Map<string, Kept>();
  let keptBytes = 0;
  const remove = (jobId: string): Kept | undefined => {
    const removed = kept.get(jobId);
    if (!removed) return undefined;
    clearTimeout(removed.forget);
    kept.delete(jobId);
    keptBytes -= removed.bytes;
    return removed;
  };
  const keep = (jobId: string, outcomes: readonly StorableOutcome[], bytes: number): void => {
    remove(jobId);
    for (const oldest of kept.keys()) {
      if (keptBytes + bytes <= MAX_BYTES) break;
      remove(oldest);
    }
    keptBytes += bytes;
    kept.set(jobId, { outcomes, bytes, forget: setTimeout(() => remove(jobId), KEPT_MS).unref() });
  };
  return {
    collect() {
      const outcomes: StorableOutcome[] = [];
      let bytes = 0;
      let count = 0;
      return {
        get count() {
          return count;
        },
        add(more) {
          count += more.length;
          for (const outcome of more) {
            const own = ownCopy(outcome);
            bytes += bytesOf(own);
            if (bytes <= MAX_BYTES) outcomes.push(own);
            else outcomes.length = 0;
          }
        },
        keepFor(jobId) {
          if (bytes <= MAX_BYTES) keep(jobId, outcomes, bytes);
        },
      };
    },
    take(jobId) {
      const outcomes = remove(jobId)?.outcomes;
      if (!outcomes?.every(isStoredAsItIs)) return undefined;
      return outcomes.map(lazyOutcome).toSorted((a, b) => a.number - b.number);
    },
  };
}

const NO_WORDS = new Uint8Array();

/** Without certain words. The bytes are copied, because those of all pages of a message share its memory. */
function ownCopy(outcome: StorableOutcome): StorableOutcome {
  if (!("compressed" in outcome)) return outcome;
  const { structure: _, ...page } = outcome;
  const isCertain = page.textSource === "native" && page.recognisers === undefined;
  return { ...page, lines: page.lines.slice(), words: isCertain ? NO_WORDS : page.words.slice() };
}

/** The database replaces U+0000 and lone surrogates. */
function isStoredAsItIs(outcome: StorableOutcome): boolean {
  if (!outcome.ok) return !REPLACED.test(JSON.stringify(outcome));
  const { text, lines: _, words: __, ...facts } = outcome;
  return !text.includes("\0") && text.isWellFormed() && !REPLACED.test(JSON.stringify(facts));
}

/** How they are escaped in JSON. */
const REPLACED = /\\u(?:0000|d[89a-f])/;
