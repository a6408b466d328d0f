import type { GreyImage } from "../../raster/image/grey-image.ts";
import { type LanguageData, readLanguageData } from "./language-data.ts";
import { startScriptTesseract } from "./tesseract-library.ts";

/** Tesseract's older engine, by its number: the data of scripts is for it. */
const OLDER_ENGINE = 0;

/**
 * The script that most of a picture is written in, by Tesseract's name, such as "Latin" or "Han"; undefined where there
 * is too little to tell. It takes about a second.
 */
export async function detectScript(image: GreyImage, data: LanguageData): Promise<string | undefined> {
  const { library, memory } = await startScriptTesseract();
  library.FS.writeFile("./osd.traineddata", await readLanguageData(data));
  const api = new library.TessBaseAPI();
  if (api.Init(null, "osd", OLDER_ENGINE) === -1) return undefined;
  const { data: pixels, width, height, dpi } = image;
  const address = library._malloc(width * height);
  if (address === 0) throw new RangeError("Array buffer allocation failed in the recogniser");
  // Only now: the memory may have been replaced by a larger one.
  new Uint8Array(memory.buffer).set(pixels, address);
  api.SetImage(address, width, height, 1, width);
  api.SetSourceResolution(Math.round(dpi));
  const results = new library.OSResults();
  // Its memory goes with it, when this function has returned.
  if (!api.DetectOS(results)) return undefined;
  return results.unicharset.get_script_from_script_id(results.best_result.script_id);
}
