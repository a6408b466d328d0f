import type { RecognisedWord } from "../engines/ocr/recognised-word.ts";
import { SEGMENTATION } from "../engines/ocr/recogniser.ts";
import type { PictureStrip } from "./free-threads.ts";
import { withRecogniser } from "./warm-recognisers.ts";

/** Reads a part of a page by itself, as it would be read if it were all of it. */
export function readAsPage({ image, languages, limitMs }: PictureStrip): Promise<readonly RecognisedWord[]> {
  return withRecogniser(languages, (recogniser) => recogniser.recognise(image, SEGMENTATION.PAGE, limitMs));
}
