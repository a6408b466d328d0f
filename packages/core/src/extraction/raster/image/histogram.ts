/** Number of pixels of each of the 256 shades. */
export type Histogram = Uint32Array;

export function histogramOf(data: Uint8Array): Histogram {
  const counts = new Uint32Array(256);
  for (let i = 0; i < data.length; i++) {
    const shade = data[i] ?? 0;
    counts[shade] = (counts[shade] ?? 0) + 1;
  }
  return counts;
}

/** Returns the darkest shade such that at least `share` of the pixels are as dark or darker. */
export function quantileOf(histogram: Histogram, share: number): number {
  let pixels = 0;
  for (let shade = 0; shade < 256; shade++) pixels += histogram[shade] ?? 0;
  let left = share * pixels;
  for (let shade = 0; shade < 255; shade++) {
    left -= histogram[shade] ?? 0;
    if (left <= 0) return shade;
  }
  return 255;
}

/**
 * Returns Otsu's threshold: the shade up to which pixels are dark, chosen to maximize the variance between dark and
 * light pixels.
 */
export function otsuLevel(histogram: Histogram): number {
  const pixels = histogram.reduce((sum, count) => sum + count, 0);
  const total = histogram.reduce((sum, count, shade) => sum + count * shade, 0);
  let [level, most, dark, darkTotal] = [127, 0, 0, 0];
  for (let shade = 0; shade < 255; shade++) {
    dark += histogram[shade] ?? 0;
    darkTotal += (histogram[shade] ?? 0) * shade;
    const light = pixels - dark;
    if (dark === 0 || light === 0) continue;
    const apart = darkTotal / dark - (total - darkTotal) / light;
    const variance = dark * light * apart * apart;
    if (variance > most) [most, level] = [variance, shade];
  }
  return level;
}
