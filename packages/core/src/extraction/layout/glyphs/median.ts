/** The middle of the values by size; 0 of none. */
export function median(values: readonly number[]): number {
  const places = new Float64Array(values);
  const middle = places.length >> 1;
  // Hoare's selection: parts the values around a pivot until one stands in the middle that belongs there.
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
