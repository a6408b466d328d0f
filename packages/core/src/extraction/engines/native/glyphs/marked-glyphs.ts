/** Glyphs that no marked content identifies. */
export const UNTAGGED = -1;

/** Glyphs that are no part of what the page says: running heads, page numbers, ornaments. */
export const ARTIFACT = -2;

/** Which marked content of the page each glyph belongs to, noted as sections are opened and closed. */
export class MarkedGlyphs {
  readonly #starts: number[] = [];
  readonly #tags: number[] = [];

  /** The glyphs from `first` on belong to `tag`: a marked-content identifier, `UNTAGGED` or `ARTIFACT`. */
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
