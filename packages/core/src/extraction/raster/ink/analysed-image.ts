import { type Components, componentsOf } from "./components.ts";
import { type GlyphPieces, glyphPiecesOf } from "./glyph-pieces.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { type InkImage, inkLevelOf, inkOf } from "../image/ink-image.ts";

/**
 * An image with its ink analysis, computed on first use and cached: it is the most expensive step, and scale,
 * orientation, ruling lines, check boxes and unread ink all need it.
 */
export class AnalysedImage {
  readonly image: GreyImage;
  #ink: InkImage | undefined;
  #components: Components | undefined;
  #letters: GlyphPieces | undefined;

  constructor(image: GreyImage) {
    this.image = image;
  }

  get ink(): InkImage {
    this.#ink ??= inkOf(this.image, inkLevelOf(this.image));
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
