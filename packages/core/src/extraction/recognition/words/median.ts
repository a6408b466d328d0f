/** Returns the median of `values` (the upper one of two); undefined if empty. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
