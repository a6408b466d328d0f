/**
 * Yields whatever has arrived since the last time, at most `max` at once and never nothing. The source is read on
 * meanwhile, one batch ahead at most, so that a slow reader holds a fast source back instead of piling up.
 */
export async function* inBatches<T>(
  source: AsyncIterable<T>,
  max: number,
): AsyncGenerator<T[], void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const waiting: T[] = [];
  let wakeReader: () => void = () => {};
  let wakeSource: () => void = () => {};
  let failure: { readonly error: unknown } | undefined;
  let ended = false;
  let stopped = false;

  const pump = async (): Promise<void> => {
    try {
      while (!stopped) {
        const next = await iterator.next();
        if (next.done) break;
        waiting.push(next.value);
        wakeReader();
        if (waiting.length >= max) await new Promise<void>((resolve) => (wakeSource = resolve));
      }
    } catch (error) {
      failure = { error };
    }
    ended = true;
    wakeReader();
  };

  const pumping = pump();
  try {
    for (;;) {
      if (waiting.length === 0 && !ended) await new Promise<void>((resolve) => (wakeReader = resolve));
      if (waiting.length > 0) {
        const batch = waiting.splice(0, max);
        wakeSource();
        yield batch;
      } else if (ended) {
        break;
      }
    }
    if (failure) throw failure.error;
  } finally {
    stopped = true;
    wakeSource();
    if (!ended) await iterator.return?.();
    await pumping;
  }
}
