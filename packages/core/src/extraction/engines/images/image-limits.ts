import { ExtractionError } from "../../failure/extraction-error.ts";

/** Larger images are rejected; 100 megapixels are about one and a half A3 pages at 600 dpi. */
export const MAX_PIXELS = 100_000_000;

/** @throws ExtractionError `RESOURCE_LIMIT` for an image of more than `MAX_PIXELS`. */
export function refuseTooLarge({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width * height <= MAX_PIXELS) return;
  const limit = `${MAX_PIXELS / 1e6} megapixels`;
  throw new ExtractionError(
    "RESOURCE_LIMIT",
    `The image has ${width} × ${height} pixels; at most ${limit} are supported. Reduce its size.`,
  );
}
