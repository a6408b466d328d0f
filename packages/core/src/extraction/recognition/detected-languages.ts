import { findLanguageData, installedLanguages, packageOf } from "../engines/ocr/language-data.ts";
import { detectScript } from "../engines/ocr/script-detector.ts";
import type { ExtractOptions } from "../extract-options.ts";
import type { GreyImage } from "../raster/grey-image.ts";
import { type LanguageChoice, MOST_TOGETHER, chooseLanguages, placesFor } from "./languages.ts";
import type { RecognitionPlaces } from "./recognition-places.ts";
import { firstLanguageOf, languagesOfScript } from "./scripts.ts";

/** The languages that a picture is read in. */
export interface LanguagesOfPicture extends Pick<LanguageChoice, "languages"> {
  /** What a person should know of the choice, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * The languages to read a picture in: what `lang` says, and with `auto` those that are installed for the script that
 * the picture is written in.
 *
 * @throws ExtractionError as `chooseLanguages` does.
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
  return chooseForScript(script, await installedLanguages(dataPlaces), (lang) =>
    chooseLanguages({ ...options, lang }, places),
  );
}

/** The languages of a script among those that are installed, and what there is to say about it. */
export async function chooseForScript(
  script: string,
  installed: readonly string[],
  choose: (lang: string) => Promise<LanguageChoice>,
): Promise<LanguagesOfPicture> {
  const codes = languagesOfScript(script, installed).slice(0, MOST_TOGETHER);
  const { languages } = await choose(codes.length > 0 ? codes.join("+") : "eng");
  const used = codesOf(languages);
  if (codes.length > 0)
    return { languages, notes: [`The script of the page is ${script}; it was read as ${used}.`] };
  const advice = `install a package such as ${packageOf(firstLanguageOf(script))}, or its data into the folder`;
  const missing = `The script of the page is ${script}, of which no language data is installed (${advice})`;
  return { languages, notes: [`${missing}; it was read as ${used}.`] };
}

function missingNotes(missing: readonly string[], languages: LanguageChoice["languages"]): readonly string[] {
  if (missing.length === 0) return [];
  return [
    `No language data for ${missing.join(", ")} is installed; the page was read as ${codesOf(languages)}.`,
  ];
}

function codesOf(languages: LanguageChoice["languages"]): string {
  return languages.map(({ code }) => code).join("+");
}
