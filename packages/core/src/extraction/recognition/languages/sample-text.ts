import type { LanguageData } from "../../engines/ocr/language-data.ts";
import { AnalysedImage } from "../../raster/ink/analysed-image.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import type { Rect } from "../../geometry/rect.ts";
import { readLine } from "../pictures/line-picture.ts";
import { withRecogniser } from "../recognisers/warm-recognisers.ts";

/** Number of lines read: enough common words to detect a language. */
const LINES_READ = 10;

/** Returns the words of a page's longest lines, read without preparation, for detecting the language. */
export function sampleText(image: GreyImage, language: LanguageData): Promise<string> {
  const { components, letters } = new AnalysedImage(image);
  const lines = unreadInk(components, [], letters.height)
    .lines.toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, LINES_READ);
  return withRecogniser([language], async (recogniser) => {
    const reader = await recogniser();
    const words: string[] = [];
    for (const line of lines) {
      const read = await readLine(image, { line, scale: 1 }, reader);
      words.push(...read.map(({ text }) => text));
    }
    return words.join(" ");
  });
}

function lengthOf({ x0, x1 }: Rect): number {
  return x1 - x0;
}
