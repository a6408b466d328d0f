/** Ends a subscription when `signal` aborts, even while a `next` is pending. */
export function endOnAbort(changes: AsyncIterator<unknown>, signal: AbortSignal | undefined): void {
  const end = (): void => void changes.return?.();
  if (signal?.aborted) end();
  else signal?.addEventListener("abort", end, { once: true });
}
