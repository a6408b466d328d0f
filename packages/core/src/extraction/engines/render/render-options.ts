import { z } from "zod";
import { ATTACHMENT_CHOICES, MAX_PASSWORDS_LENGTH } from "../../options/extract-options.ts";

/** A page of 10 by 14 inches at 600 dpi; larger pages are rendered at a lower resolution. */
export const MAX_PIXELS = 50_000_000;

/** Longest side of an image in pixels: a size that common PNG viewers still open. */
export const MAX_SIDE = 16_384;

/** Rendering options, all optional. The only place that defines defaults. */
export const renderOptionsSchema = z.strictObject({
  /** Resolution in dots per inch; lower if the image would exceed `maxPixels`. */
  dpi: z.number().min(1).max(1200).default(150),
  /** Maximum number of pixels of the image. */
  maxPixels: z.int().min(1).max(MAX_PIXELS).default(MAX_PIXELS),
  /** Renders in greyscale instead of colour. */
  grey: z.boolean().default(false),
  /** The option with which the document was read: pages of its attachments follow its own only if they were read. */
  attachments: z.enum(ATTACHMENT_CHOICES).default("list"),
  /** Password of an encrypted document. Of several lines, each is tried. */
  password: z.string().max(MAX_PASSWORDS_LENGTH).default(""),
});

export type RenderOptionsInput = z.input<typeof renderOptionsSchema>;
export type RenderOptions = z.output<typeof renderOptionsSchema>;

/** How a page of a readable document is drawn. */
export type DrawingOptions = Omit<RenderOptions, "attachments">;
