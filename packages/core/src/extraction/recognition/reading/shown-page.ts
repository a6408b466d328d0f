import type { Affine } from "../../geometry/affine.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { Readers } from "./read-together.ts";

export interface PictureToRead extends Readers, ShownPage {}

/** A picture of a page or of part of a page. */
export interface ShownPage {
  readonly image: GreyImage;
  /** Transforms picture pixels to page points. */
  readonly toPage: Affine;
  readonly options: ExtractOptions;
  /** Share of the page that the picture covers, 0 to 1. */
  readonly share: number;
  /** Whether the picture is known to be upright; if not, its orientation is detected. */
  readonly isUpright: boolean;
}

/** Whether the mode detects check boxes in pictures. */
export function marksBoxes({ mode }: ExtractOptions): boolean {
  return mode === "form" || mode === "table";
}
