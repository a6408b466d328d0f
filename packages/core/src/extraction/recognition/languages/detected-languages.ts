import { findLanguageData, installedLanguages, LANGUAGE_CODE } from "../../engines/ocr/language-data.ts";
import { detectScript } from "../../engines/ocr/script-detector.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { votedLanguages } from "./common-words.ts";
import { additionOf, chooseLanguages, type LanguageChoice, MOST_TOGETHER, placesFor } from "./languages.ts";
import type { RecognitionPlaces } from "../engines/recognition-places.ts";
import { sampleText } from "./sample-text.ts";
import { firstLanguageOf, languagesOfScript } from "./scripts.ts";

/** Languages for recognising a picture. */
export interface LanguagesOfPicture extends Pick<LanguageChoice, "languages"> {
  /** Notes for the user about the choice, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Returns the languages for recognising a picture: those in `lang` or, with `auto`, the installed ones for the script
 * detected in the picture.
 *
 * @throws ExtractionError like `chooseLanguages`.
 */
export async function languagesOf(
  image: GreyImage,
  options: Pick<ExtractOptions, "lang" | "mode" | "missingLanguages">,
  places: RecognitionPlaces,
): Promise<LanguagesOfPicture> {
  if (options.lang !== "auto") {
    const { languages, missing } = await chooseLanguages(options, places);
    return { languages, notes: missingNotes(missing, languages) };
  }
  const dataPlaces = placesFor(options, places);
  const data = findLanguageData("osd", dataPlaces);
  const script = data && (await detectScript(image, data));
  if (script === undefined) {
    const { languages } = await chooseLanguages(options, places);
    return {
      languages,
      notes: [`The script of the page is not known; it was read as ${codesOf(languages)}.`],
    };
  }
  const installed = languagesOfScript(script, await installedLanguages(dataPlaces));
  const english = findLanguageData("eng", dataPlaces);
  const isOpen = script === "Latin" && installed.length > FEW && english !== undefined;
  const voted = isOpen ? votedLanguages(await sampleText(image, english), installed) : [];
  return chooseForScript(script, voted.length > 0 ? voted : installed, (lang) =>
    chooseLanguages({ ...options, lang }, places),
  );
}

/** If more languages are installed, common words decide which to use: each language makes recognition slower. */
const FEW = 1;

/** Returns the languages for a script, out of the installed ones, with a note about the choice. */
export async function chooseForScript(
  script: string,
  ofScript: readonly string[],
  choose: (lang: string) => Promise<LanguageChoice>,
): Promise<LanguagesOfPicture> {
  const codes = ofScript.slice(0, MOST_TOGETHER);
  const { languages } = await choose(codes.length > 0 ? codes.join("+") : "eng");
  const used = codesOf(languages);
  if (codes.length > 0)
    return { languages, notes: [`The script of the page is ${script}; it was read as ${used}.`] };
  const advice = additionOf(firstLanguageOf(script));
  const missing = `The script of the page is ${script}, of which no language data is installed (${advice})`;
  return { languages, notes: [`${missing}; it was read as ${used}.`] };
}

function missingNotes(missing: readonly string[], languages: LanguageChoice["languages"]): readonly string[] {
  if (missing.length === 0) return [];
  const advice = missing
    .filter((code) => LANGUAGE_CODE.test(code))
    .slice(0, 1)
    .map(additionOf);
  const note = `No language data for ${missing.join(", ")} is installed; the page was read as ${codesOf(languages)}`;
  return [`${[note, ...advice].join("; ")}.`];
}

/** The codes of languages as the option `lang` takes them. */
export function codesOf(languages: LanguageChoice["languages"]): string {
  return languages.map(({ code }) => code).join("+");
}
