/** The median of the values; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const places = new Float64Array(values);
  const middle = places.length >> 1;
  // Hoare's quickselect: partitions around a pivot until the median is in place.
  for (let low = 0, high = places.length - 1; low < high;) {
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
