import type { PlacedText } from "./score.ts";
import { normalized } from "./score.ts";

/** Words of one confidence band, and how many of them are on the page. */
interface Band {
  readonly from: number;
  words: number;
  right: number;
}

const BANDS = [0.9, 0.8, 0.6, 0.3, 0] as const;

/** Counts how often words of each confidence are correct. */
export class Calibration {
  readonly #bands: readonly Band[] = BANDS.map((from) => ({ from, words: 0, right: 0 }));

  add(truth: readonly PlacedText[], found: readonly (PlacedText & { readonly confidence: number })[]): void {
    const left = new Map<string, number>();
    for (const { text } of truth) left.set(normalized(text), (left.get(normalized(text)) ?? 0) + 1);
    for (const { text, confidence } of found) {
      const same = normalized(text);
      const band = this.#bands.find(({ from }) => confidence >= from);
      if (!band || same === "") continue;
      const count = left.get(same) ?? 0;
      band.words++;
      if (count > 0) band.right++;
      left.set(same, count - 1);
    }
  }

  /** A row for each band, highest confidence first. */
  rows(): readonly (readonly string[])[] {
    return this.#bands.map(({ from, words, right }) => [
      `from ${from}`,
      String(words),
      words === 0 ? "" : (right / words).toFixed(3),
    ]);
  }
}
