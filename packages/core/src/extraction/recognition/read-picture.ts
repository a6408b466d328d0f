import type { Affine } from "../engines/native/affine.ts";
import { type Recogniser, SEGMENTATION } from "../engines/ocr/recogniser.ts";
import type { ExtractOptions } from "../extract-options.ts";
import type { PageContent } from "../page/page-content.ts";
import type { GreyImage } from "../raster/grey-image.ts";
import { placeWords } from "./place-words.ts";
import type { PlacedWord } from "./placed-word.ts";

export interface PictureToRead {
  readonly image: GreyImage;
  /** The page that the picture shows. */
  readonly content: PageContent;
  readonly recogniser: Recogniser;
  readonly options: ExtractOptions;
}

/** Reads all the text in the picture of a page. */
export function readPicture({ image, content, recogniser }: PictureToRead): readonly PlacedWord[] {
  const words = recogniser.recognise(image, SEGMENTATION.PAGE);
  return placeWords(words, pixelsToPoints(image, content));
}

function pixelsToPoints(image: GreyImage, page: PageContent): Affine {
  return [page.width / image.width, 0, 0, page.height / image.height, 0, 0];
}
