import { type LinesRead, SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import type { PictureStrip } from "./free-threads.ts";
import { withRecogniser } from "./warm-recognisers.ts";

/** Reads a part of a page by itself, as it would be read if it were all of it. */
export function readAsPage({ image, languages, mostLines }: PictureStrip): Promise<LinesRead> {
  return withRecogniser(languages, (recogniser) => recogniser.read(image, SEGMENTATION.PAGE, mostLines));
}
