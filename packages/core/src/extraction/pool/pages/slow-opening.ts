import { type PageWork, PROGRESS } from "./page-protocol.ts";

/** An opening thread answers sooner than this if its first pages are fast. */
const CHECK_DELAY_MS = 50;

/**
 * Watches an opening thread. If its first page is slow, such as a scan, the thread must stop after it and
 * `onSlow` hands the other pages to other threads.
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
    // Stored first, so that the thread hardly ever starts another page.
    Atomics.store(progress, PROGRESS.STOP, 1);
    onSlow(Atomics.load(progress, PROGRESS.PAGE), Atomics.load(progress, PROGRESS.PAGE_COUNT));
  }, CHECK_DELAY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
