import type { Sharp, SharpOptions } from "sharp";
import { ocrPackage } from "../ocr-package.ts";

export type SharpFunction = (input: Uint8Array, options: SharpOptions) => Sharp;

/** Loads sharp on first use, with one thread and no cache: the page threads already use all cores. */
export async function sharpLibrary(): Promise<SharpFunction> {
  const { loadSharp } = await ocrPackage();
  const { default: sharp } = await loadSharp();
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
