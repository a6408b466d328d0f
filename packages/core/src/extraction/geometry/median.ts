/** More than most lists hold. */
const USUAL_LENGTH = 4096;

/** Reused, because the layout of a page takes dozens of medians. */
const PLACES = new Float64Array(USUAL_LENGTH);

/** The median of the values (the upper one of two in the middle); undefined if there are none. */
export function median(values: readonly number[]): number | undefined {
  const { length } = values;
  if (length === 0) return undefined;
  const places = length <= USUAL_LENGTH ? PLACES : new Float64Array(length);
  for (let k = 0; k < length; k++) places[k] = values[k] ?? 0;
  return selected(places, length);
}

/** The middle of the first `length` places in ascending order; moves them. */
function selected(places: Float64Array, length: number): number {
  const middle = length >> 1;
  // Hoare's quickselect: partitions around a pivot until the median is in place.
  for (let low = 0, high = length - 1; low < high;) {
    const pivot = places[middle] ?? 0;
    let [from, to] = [low, high];
    while (from <= to) {
      while ((places[from] ?? 0) < pivot) from++;
      while ((places[to] ?? 0) > pivot) to--;
      if (from > to) break;
      const swapped = places[from] ?? 0;
      places[from++] = places[to] ?? 0;
      places[to--] = swapped;
    }
    if (to < middle) low = from;
    if (middle < from) high = to;
  }
  return places[middle] ?? 0;
}
