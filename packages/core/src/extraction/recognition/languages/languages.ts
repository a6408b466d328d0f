import {
  findLanguageData,
  installedLanguages,
  LANGUAGE_CODE,
  type LanguageData,
  type LanguageDataPlaces,
  packageOf,
} from "../../engines/ocr/language-data.ts";
import { missingOcrPackage } from "../../engines/ocr-package.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import type { RecognitionPlaces } from "../engines/recognition-places.ts";

/** The language that comes with the recogniser. */
const ENGLISH = "eng";

/** Maximum number of languages read together; each makes recognition slower. */
export const MOST_TOGETHER = 4;

export interface LanguageChoice {
  /** Most likely first; at least one. */
  readonly languages: readonly LanguageData[];
  /** Requested languages that are not installed. */
  readonly missing: readonly string[];
}

type LanguageOptions = Pick<ExtractOptions, "lang" | "mode" | "missingLanguages">;

/**
 * Returns the installed languages among those of the option `lang`, or English if none is installed.
 *
 * @throws ExtractionError `BAD_OPTION` if one is missing and `missingLanguages` is `refuse`.
 */
export async function chooseLanguages(
  options: LanguageOptions,
  recognitionPlaces: RecognitionPlaces,
): Promise<LanguageChoice> {
  const places = placesFor(options, recognitionPlaces);
  const wanted = options.lang === "auto" ? await everyLanguage(places) : codesIn(options.lang);
  const found = wanted.map((code) => ({ code, data: findLanguageData(code, places) }));
  const languages = found.flatMap(({ data }) => data ?? []);
  const missing = found.filter(({ data }) => !data).map(({ code }) => code);
  const [first] = missing;
  if (first === ENGLISH) throw missingOcrPackage();
  if (first !== undefined && options.missingLanguages === "refuse") throw missingLanguage(first);
  return { languages: languages.length > 0 ? languages : english(places), missing };
}

/** Returns where to look for language data. */
export function placesFor(
  { mode }: Pick<ExtractOptions, "mode">,
  { tessdata }: RecognitionPlaces,
): LanguageDataPlaces {
  // The data in folders is usually the faster one.
  return { folders: tessdata, prefer: mode === "low_cost" ? "folder" : "package" };
}

/**
 * Checks the languages of a document before its first page is read.
 *
 * @throws ExtractionError `BAD_OPTION` like `chooseLanguages`.
 */
export async function refuseMissingLanguages(
  options: LanguageOptions,
  places: RecognitionPlaces,
): Promise<void> {
  if (options.mode !== "native_text" && options.lang !== ENGLISH) await chooseLanguages(options, places);
}

function codesIn(lang: string): readonly string[] {
  const codes = lang.split(/[+,\s]+/).filter((code) => code !== "");
  return codes.length > 0 ? [...new Set(codes)] : [ENGLISH];
}

async function everyLanguage(places: LanguageDataPlaces): Promise<readonly string[]> {
  const others = (await installedLanguages(places)).filter((code) => code !== ENGLISH);
  return [ENGLISH, ...others].slice(0, MOST_TOGETHER);
}

function english(places: LanguageDataPlaces): readonly LanguageData[] {
  const data = findLanguageData(ENGLISH, places);
  if (!data) throw missingOcrPackage();
  return [data];
}

/** How to install the data of a language. */
export function additionOf(code: string): string {
  return `add it with "galley languages add ${code}", or install the npm package ${packageOf(code)}`;
}

function missingLanguage(code: string): ExtractionError {
  const message = LANGUAGE_CODE.test(code)
    ? `lang: the data of "${code}" is not installed; ${additionOf(code)}`
    : `lang: "${code}" is no name of a language; names are like "eng" or "deu+fra"`;
  return new ExtractionError("BAD_OPTION", message, { option: "lang" });
}
