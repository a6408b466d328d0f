import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** Location of the recogniser's data for one language. */
export interface LanguageData {
  /** Tesseract's language code, such as "eng" or "chi_sim". */
  readonly code: string;
  readonly path: string;
}

/** Where to search for language data besides the installed packages. */
export interface LanguageDataPlaces {
  /** Folders of `.traineddata` files; of a language in several, the first is used. */
  readonly folders: readonly string[];
  /** Source to use if a language is in a package and in a folder. */
  readonly prefer: "package" | "folder";
}

/** Format of Tesseract's language codes; it also prevents path traversal. */
export const LANGUAGE_CODE: RegExp = /^[A-Za-z]{3}(_[A-Za-z]+)*$/;

/** Returns the name of the npm package with the data of a language. */
export function packageOf(code: string): string {
  return `@tesseract.js-data/${code}`;
}

/** Returns the data of a language, or undefined if it is not installed. */
export function findLanguageData(code: string, places: LanguageDataPlaces): LanguageData | undefined {
  const path = candidatesOf(code, places).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : { code, path };
}

/** Returns all files with data of a language, the one that is used first. */
export function languageDataPaths(code: string, places: LanguageDataPlaces): readonly string[] {
  return candidatesOf(code, places).filter((candidate) => existsSync(candidate));
}

function candidatesOf(code: string, { folders, prefer }: LanguageDataPlaces): readonly string[] {
  if (!LANGUAGE_CODE.test(code)) return [];
  const inFolders = folders.map((folder) => join(folder, `${code}${EXTENSION}`));
  const inPackage = packageFolders(code).flatMap((packageFolder) => pathsInPackage(code, packageFolder));
  return prefer === "folder" ? [...inFolders, ...inPackage] : [...inPackage, ...inFolders];
}

/** Returns the data of a language in its unpacked npm package, or undefined if it has none. */
export function languageDataIn(packageFolder: string, code: string): LanguageData | undefined {
  const path = pathsInPackage(code, packageFolder).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : { code, path };
}

function pathsInPackage(code: string, packageFolder: string): readonly string[] {
  return QUALITIES.map((quality) => join(packageFolder, quality, `${code}${EXTENSION}.gz`));
}

/** Returns the codes of all languages whose data is installed, sorted. */
export async function installedLanguages({
  folders,
}: Pick<LanguageDataPlaces, "folders">): Promise<readonly string[]> {
  const scopes = packageFolders("eng").map(dirname);
  const names = await Promise.all([...scopes, ...folders].map(namesIn));
  const codes = names.flat().map((name) => name.replace(EXTENSION, ""));
  return [
    ...new Set(codes.filter((code) => LANGUAGE_CODE.test(code) && code !== SCRIPT_DETECTION)),
  ].toSorted();
}

/** Bound of a language's decompressed data, in bytes. */
const MOST_BYTES = 128 * 2 ** 20;

/** Reads the data of a language, decompressed. @throws RangeError if it exceeds the bound. */
export async function readLanguageData({ path }: LanguageData): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith(".gz") ? promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
}

const EXTENSION = ".traineddata";

/** Folders in a package in order of preference: the first has fewer errors at a third of the size. */
const QUALITIES = ["4.0.0_best_int", "4.0.0"] as const;

/** Tesseract's orientation and script detection data, which is not a language. */
const SCRIPT_DETECTION = "osd";

function packageFolders(code: string): readonly string[] {
  return packageManifests(packageOf(code)).map(dirname);
}

/**
 * Returns the paths of an installed package's manifest. Packages may be installed next to this one, in the working
 * directory of the application, or by @galley/ocr.
 */
export function packageManifests(name: string): readonly string[] {
  const own = manifestOf("@galley/ocr", import.meta.url);
  const places = [import.meta.url, pathToFileURL(join(process.cwd(), "package.json")), ...own];
  return places.flatMap((place) => manifestOf(name, place));
}

/** The path of an installed package's manifest, as a program at `place` finds it; empty if there is none. */
function manifestOf(name: string, place: string | URL): readonly string[] {
  try {
    return [createRequire(place).resolve(`${name}/package.json`)];
  } catch {
    return [];
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
