import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** Where the recogniser's data of one language is. */
export interface LanguageData {
  /** Tesseract's name of the language, such as "eng" or "chi_sim". */
  readonly code: string;
  readonly path: string;
}

/** Where language data is looked for, besides the installed packages. */
export interface LanguageDataPlaces {
  /** A folder of `.traineddata` files; "" for none. */
  readonly folder: string;
  /** Of a language that is in both, which to take. */
  readonly prefer: "package" | "folder";
}

/** What Tesseract's names of languages look like; it keeps them from being paths, too. */
export const LANGUAGE_CODE: RegExp = /^[A-Za-z]{3}(_[A-Za-z]+)*$/;

/** The npm package that holds the data of a language. */
export function packageOf(code: string): string {
  return `@tesseract.js-data/${code}`;
}

/** The data of a language, where it is installed. */
export function findLanguageData(
  code: string,
  { folder, prefer }: LanguageDataPlaces,
): LanguageData | undefined {
  if (!LANGUAGE_CODE.test(code)) return undefined;
  const inFolder = folder === "" ? [] : [join(folder, `${code}${EXTENSION}`)];
  const inPackage = packageFolders(code).flatMap((packageFolder) =>
    QUALITIES.map((quality) => join(packageFolder, quality, `${code}${EXTENSION}.gz`)),
  );
  const paths = prefer === "folder" ? [...inFolder, ...inPackage] : [...inPackage, ...inFolder];
  const path = paths.find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : { code, path };
}

/** Every language whose data is installed, in the order of the alphabet. */
export async function installedLanguages({ folder }: LanguageDataPlaces): Promise<readonly string[]> {
  const scopes = packageFolders("eng").map(dirname);
  const names = await Promise.all([...scopes, ...(folder === "" ? [] : [folder])].map(namesIn));
  const codes = names.flat().map((name) => name.replace(EXTENSION, ""));
  return [
    ...new Set(codes.filter((code) => LANGUAGE_CODE.test(code) && code !== SCRIPT_DETECTION)),
  ].toSorted();
}

/** Reads the data as Tesseract takes it. */
export async function readLanguageData({ path }: LanguageData): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith(".gz") ? promisify(gunzip)(bytes) : bytes;
}

const EXTENSION = ".traineddata";

/** The folders in a package, the better first: less errors at a third of the size. */
const QUALITIES = ["4.0.0_best_int", "4.0.0"] as const;

/** Data that comes with Tesseract and is no language. */
const SCRIPT_DETECTION = "osd";

/** A package may be installed beside this one, or by the program that uses it. */
function packageFolders(code: string): readonly string[] {
  const places = [import.meta.url, pathToFileURL(join(process.cwd(), "package.json"))];
  return places.flatMap((place) => {
    try {
      return [dirname(createRequire(place).resolve(`${packageOf(code)}/package.json`))];
    } catch {
      return [];
    }
  });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
