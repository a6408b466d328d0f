import { z } from "zod";

/** The file type choices of the hosted service. */
const FILE_KINDS: Readonly<Record<string, readonly string[]>> = {
  "PDF documents": ["*.pdf"],
  Images: ["*.png", "*.jpg", "*.jpeg", "*.tif", "*.tiff", "*.bmp", "*.gif", "*.webp"],
};

const hostedSchema = z.looseObject({
  processSubDirectories: z.boolean().optional(),
  fileExtensions: z.array(z.string()).optional(),
  outputFolder: z.string().optional(),
});

/**
 * Translates a configuration to this service's names: workflows copied from the hosted service use other names for
 * subfolders, file types and the output folder. Values of an unexpected type are left unchanged, so that they are
 * rejected by name.
 */
export function ownConfiguration(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const hosted = hostedSchema.safeParse(given);
  if (!hosted.success) return given;
  const { processSubDirectories: recursive, fileExtensions, outputFolder: folder, ...own } = hosted.data;
  return {
    ...(recursive !== undefined && { recursive }),
    ...(fileExtensions && { patterns: fileExtensions.flatMap(patternsOf) }),
    ...(folder !== undefined && { folder }),
    ...own,
  };
}

function patternsOf(written: string): readonly string[] {
  return FILE_KINDS[written] ?? [`*.${written.replace(/^\*?\./, "")}`];
}
