import { z } from "zod";

/** A page of 10 by 14 inches at 600 dpi; above it a page is drawn with fewer dots per inch. */
export const MAX_PIXELS = 50_000_000;

/** Longest side of an image: what programs that show PNGs still take. */
export const MAX_SIDE = 16_384;

/** How a page is drawn; all optional. The only place where a default is written. */
export const renderOptionsSchema = z.strictObject({
  /** Dots per inch that are wanted; fewer where the page would have more than `maxPixels`. */
  dpi: z.number().min(1).max(1200).default(150),
  /** Pixels that the image has at most. */
  maxPixels: z.int().min(1).max(MAX_PIXELS).default(MAX_PIXELS),
  /** Shades of grey instead of colours. */
  grey: z.boolean().default(false),
  /** Opens an encrypted document. */
  password: z.string().max(1000).default(""),
});

export type RenderOptionsInput = z.input<typeof renderOptionsSchema>;
export type RenderOptions = z.output<typeof renderOptionsSchema>;
