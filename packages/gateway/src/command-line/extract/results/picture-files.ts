import { statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExtractionError, type ExtractOptions } from "@galley/core/extract-options";
import { tellError } from "../../messages.ts";
import { UsageError } from "../../usage-error.ts";
import { sourceOf } from "../document-reader.ts";
import { stemOf, type Input } from "../inputs.ts";

interface PictureOptions {
  readonly options: ExtractOptions;
  /** A folder; undefined is the current one. */
  readonly output: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Writes a picture of each selected page: letter-1.png, letter-2.png, …. Resolves to whether all could be drawn.
 *
 * @throws UsageError
 */
export async function writePictures(
  inputs: readonly Input[],
  { options, output = ".", signal }: PictureOptions,
): Promise<boolean> {
  if (statSync(output, { throwIfNoEntry: false })?.isFile() === true) {
    throw new UsageError(`--output: expected a folder for the pictures; ${output} is a file`);
  }
  const { createExtractor, pagePictures } = await import("@galley/core");
  const { pages, password, attachments } = options;
  await using extractor = createExtractor();
  let allDrawn = true;
  for (const input of inputs) {
    if (signal.aborted) break;
    const folder = join(output, input.folder);
    const name = input.kind === "stdin" ? "page" : stemOf(input);
    try {
      const source = await sourceOf(input, signal);
      await mkdir(folder, { recursive: true });
      for await (const { number, png } of pagePictures(extractor, source, { pages, password, attachments })) {
        await writeFile(join(folder, `${name}-${number}.png`), png);
      }
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      tellError(`${input.name}: ${error.message}`);
      allDrawn = false;
    }
  }
  return allDrawn;
}
