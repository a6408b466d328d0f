/**
 * Works on up to `atOnce` items at the same time and yields the results in the order of the items, so that a
 * result does not depend on how busy the machine is.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  { atOnce, work }: { readonly atOnce: number; readonly work: (item: Item) => Promise<Result> },
): AsyncGenerator<Result, void, undefined> {
  const waiting: Promise<Result>[] = [];
  try {
    for (const item of items) {
      waiting.push(work(item));
      const [first] = waiting;
      if (waiting.length < atOnce || first === undefined) continue;
      yield await first;
      void waiting.shift();
    }
    for (const result of waiting.splice(0)) yield await result;
  } finally {
    // A caller that stops early waits for what has begun, and its errors are nobody's.
    await Promise.allSettled(waiting);
  }
}
