import { openDocument } from "../../engines/open-document.ts";
import { parseExtractOptions } from "../../options/extract-options.ts";
import { readPage } from "../../reading/read-page.ts";

/**
 * Returns the rotation that is applied to a picture before recognition, in degrees: 0, 90, 180 or 270. Undefined if
 * the picture could not be read.
 */
export async function turnsFound(png: Uint8Array): Promise<number | undefined> {
  await using document = await openDocument(png, { password: "" });
  const options = parseExtractOptions({ mode: "low_cost" });
  const outcome = await readPage(document, 1, { options, places: { tessdata: [] } });
  if (!outcome.ok) return undefined;
  return Number(/turned by (?<degrees>\d+)°/u.exec(outcome.reason)?.groups?.["degrees"] ?? 0);
}
