import { type PageWork, PROGRESS } from "./page-protocol.ts";

/** A thread that opens a document answers sooner than this where its first pages are quickly read. */
const LOOK_MS = 50;

/**
 * Watches a thread that opens a document. Where its answer is long in coming over a page, as of a scan, it is told to
 * read no further, and `onSlow` to have the other pages read by others.
 */
export function watchOpening(
  { kind }: PageWork,
  progress: Int32Array,
  onSlow: (page: number, pageCount: number) => void,
): Disposable {
  if (kind !== "open") return { [Symbol.dispose]: () => undefined };
  const timer = setInterval(() => {
    const isOpen = Atomics.load(progress, PROGRESS.PAGE) > 0;
    if (!isOpen) return;
    clearInterval(timer);
    // First of all, so that hardly ever one more page is begun with.
    Atomics.store(progress, PROGRESS.STOP, 1);
    onSlow(Atomics.load(progress, PROGRESS.PAGE), Atomics.load(progress, PROGRESS.PAGE_COUNT));
  }, LOOK_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
