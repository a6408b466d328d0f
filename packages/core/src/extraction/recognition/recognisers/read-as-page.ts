import { type LinesRead, SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import type { PictureStrip } from "./free-threads.ts";
import { withRecogniser } from "./warm-recognisers.ts";

/** Recognises part of a page as if it were a whole page. */
export function readAsPage({ image, languages, mostLines }: PictureStrip): Promise<LinesRead> {
  return withRecogniser(languages, async (recogniser) =>
    (await recogniser()).read(image, SEGMENTATION.PAGE, mostLines),
  );
}
