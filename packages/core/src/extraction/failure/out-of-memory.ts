/** V8 says that a buffer could not be had by a RangeError without a code, so its words are all there is. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|out of memory/i.test(error.message);
}
