import { writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { ExtractOptions } from "@galley/core/extract-text";

/** Writes a picture of each selected page into the current folder: letter-1.png, letter-2.png, …. */
export async function writePictures(
  file: string,
  source: string | Uint8Array,
  { pages, password, attachments }: ExtractOptions,
): Promise<void> {
  const { createExtractor, pagePictures } = await import("@galley/core");
  const name = file === "-" ? "page" : basename(file, extname(file));
  await using extractor = createExtractor();
  for await (const { number, png } of pagePictures(extractor, source, { pages, password, attachments })) {
    await writeFile(`${name}-${number}.png`, png);
  }
}
