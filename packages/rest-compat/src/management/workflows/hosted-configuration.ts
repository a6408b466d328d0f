import { z } from "zod";

/** Kinds of files as the hosted service names them in a choice. */
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
 * A configuration under this service's names: workflows that are copied from the hosted service have others for which
 * folders are looked in, which files are taken, and where results go. What has another form is left as it is, to be
 * refused by name.
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
