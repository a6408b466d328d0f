import type { GreyImage } from "../../raster/image/grey-image.ts";
import { type LanguageData, readLanguageData } from "./language-data.ts";
import { startScriptTesseract } from "./tesseract-library.ts";

/** Tesseract's engine mode for the legacy engine, which the script data requires. */
const OLDER_ENGINE = 0;

/**
 * Returns Tesseract's name of the main script in an image, such as "Latin" or "Han", or undefined if there is too
 * little text to tell. Takes about a second.
 */
export async function detectScript(image: GreyImage, data: LanguageData): Promise<string | undefined> {
  const { library, memory } = await startScriptTesseract();
  library.FS.writeFile("./osd.traineddata", await readLanguageData(data));
  const api = new library.TessBaseAPI();
  if (api.Init(null, "osd", OLDER_ENGINE) === -1) return undefined;
  const { data: pixels, width, height, dpi } = image;
  const address = library._malloc(width * height);
  if (address === 0) throw new RangeError("Array buffer allocation failed in the recogniser");
  // Read `memory.buffer` after the allocation, which may have replaced it with a larger one.
  new Uint8Array(memory.buffer).set(pixels, address);
  api.SetImage(address, width, height, 1, width);
  api.SetSourceResolution(Math.round(dpi));
  const results = new library.OSResults();
  // Nothing is freed here: the whole instance is garbage-collected after this function returns.
  if (!api.DetectOS(results)) return undefined;
  return results.unicharset.get_script_from_script_id(results.best_result.script_id);
}
