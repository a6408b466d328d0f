import type { Affine } from "../../engines/native/graphics/affine.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { Readers } from "./read-together.ts";

export interface PictureToRead extends Readers, ShownPage {}

/** A picture of a page or of a part of one. */
export interface ShownPage {
  readonly image: GreyImage;
  /** Takes the picture's pixels to the page's points. */
  readonly toPage: Affine;
  readonly options: ExtractOptions;
  /** How much of the page the picture shows, 0 to 1. */
  readonly share: number;
  /** Whether the page says itself which way up it is; otherwise that is found out. */
  readonly isUpright: boolean;
}

/** Whether check boxes are looked for in pictures. */
export function marksBoxes({ mode }: ExtractOptions): boolean {
  return mode === "form" || mode === "table";
}
