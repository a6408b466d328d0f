import { type Components, componentsOf } from "./components.ts";
import { type GlyphPieces, glyphPiecesOf } from "./glyph-pieces.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { type Histogram, histogramOf } from "../image/histogram.ts";
import { type InkImage, inkLevelOf, inkOf } from "../image/ink-image.ts";

/**
 * An image with its ink analysis, computed on first use and cached: it is the most expensive step, and scale,
 * orientation, ruling lines, check boxes and unread ink all need it.
 */
export class AnalysedImage {
  readonly image: GreyImage;
  #histogram: Histogram | undefined;
  #ink: InkImage | undefined;
  #components: Components | undefined;
  #letters: GlyphPieces | undefined;

  constructor(image: GreyImage) {
    this.image = image;
  }

  get histogram(): Histogram {
    this.#histogram ??= histogramOf(this.image.data);
    return this.#histogram;
  }

  /** The lightest shade that counts as ink. */
  get inkLevel(): number {
    return inkLevelOf(this.histogram);
  }

  get ink(): InkImage {
    this.#ink ??= inkOf(this.image, this.inkLevel);
    return this.#ink;
  }

  get components(): Components {
    this.#components ??= componentsOf(this.ink);
    return this.#components;
  }

  get letters(): GlyphPieces {
    this.#letters ??= glyphPiecesOf(this.components, this.image);
    return this.#letters;
  }
}
