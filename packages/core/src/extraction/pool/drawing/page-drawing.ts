import { isPicture, mediaTypeOf } from "../../document/media-type.ts";
import type { PageRaster } from "../../engines/render/page-raster.ts";
import type { DrawingOptions, RenderOptions } from "../../engines/render/render-options.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";

/** A document of any supported type whose pages can be rendered. */
export interface PageDrawing extends AsyncDisposable {
  /** @throws ExtractionError `DAMAGED_DOCUMENT`, `RESOURCE_LIMIT`, or `BAD_OPTION` if the page does not exist. */
  draw(number: number, options: DrawingOptions): Promise<PageRaster>;
}

/** @throws ExtractionError if the document cannot be opened. */
export function openDrawing(
  bytes: Uint8Array,
  options: Pick<RenderOptions, "password">,
): Promise<PageDrawing> {
  return isPicture(mediaTypeOf(bytes)) ? openPicture(bytes) : openPdf(bytes, options);
}

async function openPdf(bytes: Uint8Array, options: Pick<RenderOptions, "password">): Promise<PageDrawing> {
  const { openPageRenderer } = await import("../../engines/render/page-renderer.ts");
  const renderer = await openPageRenderer(bytes, options);
  return {
    draw: async (number, drawOptions) => renderer.render(number, drawOptions),
    [Symbol.asyncDispose]: () => renderer[Symbol.asyncDispose](),
  };
}

async function openPicture(bytes: Uint8Array): Promise<PageDrawing> {
  const { drawnInColours, drawnInGrey, openImage } = await import("../../engines/images/image-engine.ts");
  const image = await openImage(bytes);
  return {
    async draw(number, options) {
      const { pageCount } = image;
      if (number > pageCount) {
        const message = `number: the document has pages 1 to ${pageCount}`;
        throw new ExtractionError("BAD_OPTION", message, { option: "number" });
      }
      if (options.grey) {
        const { width, height, dpi, data } = (await drawnInGrey(image, number, options)).image;
        return { width, height, dpi, channels: 1, pixels: Uint8Array.from(data) };
      }
      const { data, ...raster } = await drawnInColours(image, number, options);
      return { ...raster, pixels: Uint8Array.from(data) };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
