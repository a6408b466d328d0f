import type { ExtractOptions } from "../options/extract-options.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { PageContent } from "../page/page-content.ts";
import type { PageToRecognise, RecognisedPage } from "./recognisers/page-to-recognise.ts";
import { recogniseRegions } from "./recognise-regions.ts";
import { recogniseScan } from "./recognise-scan.ts";
import type { RecognitionPlaces } from "./engines/recognition-places.ts";

/**
 * Renders a page, recognises its text and adds it to the page's glyphs. On pages that are not scans, only pictures that
 * look like they contain text are read.
 *
 * @throws ExtractionError if the page cannot be rendered or recognition is not available on this machine.
 */
export async function recognisePage(
  page: PageToRecognise,
  options: ExtractOptions,
  places: RecognitionPlaces,
): Promise<RecognisedPage> {
  refuseHugePictures(page.content);
  return page.choice.isScan ? recogniseScan(page, options, places) : recogniseRegions(page, options, places);
}

/** Limit for one picture, above A0 at 600 dpi: the renderer decodes all of its pixels. */
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
