import { type LanguageData, findLanguageData } from "../../engines/ocr/language-data.ts";
import { detectScript } from "../../engines/ocr/script-detector.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { RecognitionPlaces } from "../engines/recognition-places.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { VOTED_LANGUAGES, votedLanguages } from "./common-words.ts";
import { additionOf, placesFor } from "./languages.ts";
import { firstLanguageOf } from "./scripts.ts";

/** Names of languages in English, for messages. */
const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** English, in whose alphabet accents are lost. */
const ENGLISH = "eng";

const LATIN = "Latin";

/** Receipts mark items with letters for their tax, which are words in Czech and Polish. */
const LONE_LETTER = /^\P{L}*\p{L}\P{L}*$/u;

/**
 * Returns a note if a page that was read as English alone is in another language of Latin letters, by its common words:
 * its accents are then likely wrong.
 */
export function languageNotes(
  words: readonly Pick<PlacedWord, "text">[],
  languages: readonly LanguageData[],
  options: Pick<ExtractOptions, "mode">,
  places: RecognitionPlaces,
): readonly string[] {
  if (languages.length !== 1 || languages[0]?.code !== ENGLISH) return [];
  const text = words.map((word) => word.text).filter((word) => !LONE_LETTER.test(word));
  const [likely] = votedLanguages(text.join(" "), VOTED_LANGUAGES);
  if (likely === undefined || likely === ENGLISH) return [];
  const name = NAMES.of(likely) ?? likely;
  return [
    `The page looks like ${name} but was read as English, so accents may be wrong: ${adviceFor(likely, options, places)}.`,
  ];
}

/** Returns a note if a poorly read page is in a script that none of its languages is written in. */
export async function scriptNotes(
  image: GreyImage,
  languages: readonly LanguageData[],
  options: Pick<ExtractOptions, "mode">,
  places: RecognitionPlaces,
): Promise<readonly string[]> {
  if (languages.some(({ code }) => !VOTED_LANGUAGES.includes(code))) return [];
  const data = findLanguageData("osd", placesFor(options, places));
  const script = data && (await detectScript(image, data));
  if (script === undefined || script === LATIN) return [];
  const codes = languages.map(({ code }) => code).join("+");
  const advice = adviceFor(firstLanguageOf(script), options, places);
  return [`The script of the page may be ${script}, but it was read as ${codes}: ${advice}.`];
}

/** How to have a page read in a language. */
function adviceFor(code: string, options: Pick<ExtractOptions, "mode">, places: RecognitionPlaces): string {
  if (findLanguageData(code, placesFor(options, places))) return `set lang to ${code}`;
  return `${additionOf(code)}, and set lang to ${code}`;
}
