/** The index of the first of the ascending values that is greater than `value`. */
export function firstAbove(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? Infinity) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
