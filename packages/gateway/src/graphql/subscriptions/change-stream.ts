/**
 * A source as a stream that ends when it is told to, also while it waits: `return` aborts `stop`, which the source
 * listens to.
 */
export function stoppable<T>(source: AsyncIterable<T>, stop: AbortController): AsyncIterableIterator<T> {
  const iterator = source[Symbol.asyncIterator]();
  return streamOf({
    next: () => iterator.next(),
    return() {
      stop.abort();
      return ended(iterator);
    },
  });
}

/** Waits for the first element, so that a source that refuses does so at once and not in the middle of the stream. */
export async function startedStream<T>(stream: AsyncIterator<T>): Promise<AsyncIterableIterator<T>> {
  const first = await stream.next();
  let isFirst = true;
  return streamOf({
    next() {
      if (!isFirst) return stream.next();
      isFirst = false;
      return Promise.resolve(first);
    },
    return: () => ended(stream),
  });
}

async function ended<T>(iterator: AsyncIterator<T>): Promise<IteratorReturnResult<undefined>> {
  await iterator.return?.();
  return { done: true, value: undefined };
}

function streamOf<T>(iterator: AsyncIterator<T>): AsyncIterableIterator<T> {
  const stream: AsyncIterableIterator<T> = { ...iterator, [Symbol.asyncIterator]: () => stream };
  return stream;
}
