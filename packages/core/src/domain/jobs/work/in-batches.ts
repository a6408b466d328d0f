/** Items that have arrived from a source. */
export interface Batch<T> {
  readonly items: readonly T[];
  /** Whether the source has ended. Only the last batch may be empty. */
  readonly isLast: boolean;
}

export interface BatchLimits {
  /** A batch of this many items is yielded at once. */
  readonly max: number;
  /** The longest time that an item waits for others, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Yields the items that have arrived since the previous batch; the last batch marks the end. A source that ends at
 * once is one batch. The source is read at most one batch ahead, so a slow reader applies backpressure.
 */
export async function* inBatches<T>(
  source: AsyncIterable<T>,
  { max, waitMs }: BatchLimits,
): AsyncGenerator<Batch<T>, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const waiting: T[] = [];
  let wakeReader: () => void = () => {};
  let wakeSource: () => void = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let failure: { readonly error: unknown } | undefined;
  let ended = false;
  let stopped = false;

  const due = (): void => {
    isDue = true;
    wakeReader();
  };
  const take = (item: T): void => {
    waiting.push(item);
    if (waiting.length === 1) timer = setTimeout(due, waitMs);
    if (waiting.length >= max) due();
  };
  const takeAll = (): T[] => {
    clearTimeout(timer);
    isDue = false;
    const items = waiting.splice(0);
    wakeSource();
    return items;
  };
  const pump = async (): Promise<void> => {
    try {
      while (!stopped) {
        const next = await iterator.next();
        if (next.done) break;
        take(next.value);
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
    while (!ended) {
      if (!isDue) await new Promise<void>((resolve) => (wakeReader = resolve));
      if (isDue && !ended) yield { items: takeAll(), isLast: false };
    }
    if (!failure) yield { items: takeAll(), isLast: true };
    else if (waiting.length > 0) yield { items: takeAll(), isLast: false };
    if (failure) throw failure.error;
  } finally {
    clearTimeout(timer);
    stopped = true;
    wakeSource();
    if (!ended) await iterator.return?.();
    await pumping;
  }
}
