import { type Components, componentsOf } from "./components.ts";
import { type GlyphPieces, glyphPiecesOf } from "./glyph-pieces.ts";
import type { GreyImage } from "../image/grey-image.ts";
import { type InkImage, inkLevelOf, inkOf } from "../image/ink-image.ts";

/**
 * A picture and what there is of ink in it, found when first asked for and then kept: it is the dearest step of all,
 * and scale, direction, ruling lines, check boxes and unread ink all need it.
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
