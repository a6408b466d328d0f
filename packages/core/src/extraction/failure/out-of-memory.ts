/** What the system's loader says if there is no memory for a native library, such as the one that decodes pictures. */
const NO_ROOM_FOR_LIBRARY = /cannot map zero-fill pages|failed to map segment|cannot allocate memory/i;

/** V8 reports a failed buffer allocation as a RangeError without a code, so only its message identifies it. */
export function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof RangeError) return /allocation failed|out of memory/i.test(error.message);
  return NO_ROOM_FOR_LIBRARY.test(error.message);
}
