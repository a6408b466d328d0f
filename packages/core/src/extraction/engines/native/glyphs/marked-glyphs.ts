import { UNTAGGED } from "../../../page/page-tags.ts";

/** Records which marked content each glyph and each image of a page belongs to. */
export class MarkedGlyphs {
  readonly #glyphs: number[] = [];
  readonly #images: number[] = [];
  readonly #tags: number[] = [];

  /**
   * Assigns `tag` to what is drawn from glyph `glyph` and image `image` on: a marked-content identifier, `UNTAGGED` or
   * `ARTIFACT`.
   */
  mark(glyph: number, image: number, tag: number): void {
    this.#glyphs.push(glyph);
    this.#images.push(image);
    this.#tags.push(tag);
  }

  /** The tag of each of the page's `count` glyphs. */
  tagsOf(count: number): Int32Array {
    return this.#tagsFrom(this.#glyphs, count);
  }

  /** The tag of each of the page's `count` images. */
  tagsOfImages(count: number): Int32Array {
    return this.#tagsFrom(this.#images, count);
  }

  #tagsFrom(starts: readonly number[], count: number): Int32Array {
    const tags = new Int32Array(count).fill(UNTAGGED);
    for (const [index, start] of starts.entries()) {
      const end = starts[index + 1] ?? count;
      tags.fill(this.#tags[index] ?? UNTAGGED, Math.min(start, count), Math.min(end, count));
    }
    return tags;
  }
}
