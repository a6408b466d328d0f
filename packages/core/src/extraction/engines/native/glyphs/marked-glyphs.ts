/** Glyphs without a marked-content identifier. */
export const UNTAGGED = -1;

/** Artifacts: running headers, page numbers, ornaments. */
export const ARTIFACT = -2;

/** Records which marked content each glyph of a page belongs to. */
export class MarkedGlyphs {
  readonly #starts: number[] = [];
  readonly #tags: number[] = [];

  /** Assigns `tag` to the glyphs from `first` on: a marked-content identifier, `UNTAGGED` or `ARTIFACT`. */
  mark(first: number, tag: number): void {
    this.#starts.push(first);
    this.#tags.push(tag);
  }

  /** The tag of each of the page's `count` glyphs. */
  tagsOf(count: number): Int32Array {
    const tags = new Int32Array(count).fill(UNTAGGED);
    for (const [index, start] of this.#starts.entries()) {
      const end = this.#starts[index + 1] ?? count;
      tags.fill(this.#tags[index] ?? UNTAGGED, Math.min(start, count), Math.min(end, count));
    }
    return tags;
  }
}
