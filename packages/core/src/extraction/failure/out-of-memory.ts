/** V8 reports a failed buffer allocation as a RangeError without a code, so only its message identifies it. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|out of memory/i.test(error.message);
}
