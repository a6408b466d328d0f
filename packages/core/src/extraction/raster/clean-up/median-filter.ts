import type { GreyImage } from "../image/grey-image.ts";

/**
 * Replaces every pixel with the median shade of the square around it, which removes single specks and keeps edges. The
 * side of the square is `size` pixels, rounded up to an odd number. Edge pixels are repeated beyond the edge.
 */
export function medianFiltered(image: GreyImage, size: number): GreyImage {
  const reach = size >> 1;
  if (reach === 0) return image;
  const { width, height, data } = image;
  const filtered = new Uint8Array(data.length);
  const window = new ShadeWindow((2 * reach + 1) ** 2);
  const row = (y: number): number => Math.min(height - 1, Math.max(0, y)) * width;
  const column = (x: number): number => Math.min(width - 1, Math.max(0, x));
  for (let y = 0; y < height; y++) {
    window.clear();
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) window.add(data[row(y + dy) + column(dx)] ?? 0);
    }
    filtered[y * width] = window.median();
    for (let x = 1; x < width; x++) {
      const [entering, leaving] = [column(x + reach), column(x - reach - 1)];
      for (let dy = -reach; dy <= reach; dy++) {
        const start = row(y + dy);
        window.add(data[start + entering] ?? 0);
        window.remove(data[start + leaving] ?? 0);
      }
      filtered[y * width + x] = window.median();
    }
  }
  return { ...image, data: filtered };
}

/** Histogram of a window that slides along a row, with a running median (Huang's algorithm). */
class ShadeWindow {
  readonly #counts = new Uint16Array(256);
  readonly #half: number;
  #median = 0;
  /** Number of pixels in the window darker than `#median`. */
  #darker = 0;

  constructor(size: number) {
    this.#half = size >> 1;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#median = 0;
    this.#darker = 0;
  }

  add(shade: number): void {
    this.#counts[shade] = (this.#counts[shade] ?? 0) + 1;
    if (shade < this.#median) this.#darker++;
  }

  remove(shade: number): void {
    this.#counts[shade] = (this.#counts[shade] ?? 0) - 1;
    if (shade < this.#median) this.#darker--;
  }

  median(): number {
    while (this.#darker > this.#half) this.#darker -= this.#counts[--this.#median] ?? 0;
    for (;;) {
      const here = this.#counts[this.#median] ?? 0;
      if (this.#darker + here > this.#half) return this.#median;
      this.#darker += here;
      this.#median++;
    }
  }
}
