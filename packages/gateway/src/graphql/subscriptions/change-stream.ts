/**
 * A stream over `source` that can be ended while it waits: `return` aborts `stop`, whose signal the source must
 * observe.
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

/** Awaits the first element, so errors of the source fail the subscribe call instead of the stream. */
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
