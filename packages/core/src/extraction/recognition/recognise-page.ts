import type { ExtractOptions } from "../options/extract-options.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { PageContent } from "../page/page-content.ts";
import type { PageToRecognise, RecognisedPage } from "./recognisers/page-to-recognise.ts";
import { recogniseRegions } from "./recognise-regions.ts";
import { recogniseScan } from "./recognise-scan.ts";
import type { RecognitionPlaces } from "./recognisers/recognition-places.ts";

/**
 * Draws a page, reads the text in the picture and puts it among the page's glyphs. Of a page that is no scan, only the
 * pictures that have the looks of carrying text are read.
 *
 * @throws ExtractionError where the page cannot be drawn or nothing can be recognised on this machine.
 */
export async function recognisePage(
  page: PageToRecognise,
  options: ExtractOptions,
  places: RecognitionPlaces,
): Promise<RecognisedPage> {
  refuseHugePictures(page.content);
  return page.choice.isScan ? recogniseScan(page, options, places) : recogniseRegions(page, options, places);
}

/** Of one picture on a page: a sheet of A0 at 600 dpi has fewer. What draws the page unpacks all of them. */
const MAX_PICTURE_MEGAPIXELS = 600;

function refuseHugePictures({ images }: PageContent): void {
  const huge = images.find((image) => image.pixelWidth * image.pixelHeight > MAX_PICTURE_MEGAPIXELS * 1e6);
  if (!huge) return;
  throw new ExtractionError(
    "RESOURCE_LIMIT",
    `A picture on the page has ${huge.pixelWidth} × ${huge.pixelHeight} pixels, more than the ` +
      `${MAX_PICTURE_MEGAPIXELS} megapixels that are read; the page's pictures were left out.`,
  );
}
