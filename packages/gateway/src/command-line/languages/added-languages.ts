import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  languageDataIn,
  languageDataPaths,
  modelFolderOf,
  modelSetToAdd,
  packageOf,
  readLanguageData,
} from "@galley/core";
import type { LanguageFolders } from "../../config/language-folders.ts";
import { isErrno } from "../../files/errno.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { version } from "../version.ts";
import { addModels, removeModels } from "./added-models.ts";
import { installPackage } from "./install-package.ts";
import { languageName } from "./language-names.ts";

/** The version of the packages of language data; that of English in @galley/ocr. */
const PACKAGE_VERSION = "1.0.0";

/** Bound of the compressed data of a language, in bytes. */
const MOST_BYTES = 64 * 2 ** 20;

/** What happened to a language; the message is a sentence for the user. */
export interface ChangeOutcome {
  readonly ok: boolean;
  readonly message: string;
}

/** Downloads the npm packages of a language and of the models that read it, and writes their files to `folder`. */
export async function addLanguage(code: string, folder: string): Promise<ChangeOutcome> {
  const data = await addData(code, folder);
  const models = modelSetToAdd(code);
  if (!data.ok || !models || modelFolderOf(models, [folder]) !== undefined) return data;
  try {
    await addModels(models, folder, version());
    return { ok: true, message: `${data.message} Its models ${models.name} were added, too.` };
  } catch (error) {
    const why = `Its models ${models.name} were not added, so Tesseract alone reads it: ${reasonOf(error)}`;
    return { ok: false, message: `${data.message} ${why}` };
  }
}

async function addData(code: string, folder: string): Promise<ChangeOutcome> {
  const path = pathOf(code, folder);
  if (existsSync(path)) return { ok: true, message: `${titleOf(code)} is already in ${folder}.` };
  try {
    // Readable by the service, which may run as another user.
    await makeFolder(folder, 0o755);
    await writeData(code, folder);
    return { ok: true, message: `${titleOf(code)} was added to ${folder}.` };
  } catch (error) {
    return {
      ok: false,
      message: `${titleOf(code)} was not added: ${reasonOf(error)} You can also copy a file ${code}.traineddata into ${folder}.`,
    };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Removes the data of a language that was added. */
export async function removeLanguage(
  code: string,
  { addedLanguages: folder, tessdata }: Pick<LanguageFolders, "addedLanguages" | "tessdata">,
): Promise<ChangeOutcome> {
  try {
    await rm(pathOf(code, folder));
    await removeModels(code, folder);
    return { ok: true, message: `${titleOf(code)} was removed from ${folder}.` };
  } catch (error) {
    if (!isErrno(error)) throw error;
    if (error.code !== "ENOENT")
      return { ok: false, message: `${titleOf(code)} was not removed: ${error.message}` };
  }
  return { ok: false, message: `${titleOf(code)} is not in ${folder}${elsewhere(code, tessdata)}.` };
}

/** The end of a sentence that says where else a language is, and how to remove it there. */
function elsewhere(code: string, folders: readonly string[]): string {
  const [path] = languageDataPaths(code, { folders, prefer: "folder" });
  if (path === undefined) return "";
  const folder = dirname(path);
  return folders.includes(folder)
    ? `; it is in ${folder}. Remove it there with --tessdata ${folder}`
    : `; it is the installed package ${packageOf(code)}`;
}

/** Writes beside the other languages first, so that a file with the name of a language is always whole. */
async function writeData(code: string, folder: string): Promise<void> {
  const scratch = await mkdtemp(join(folder, ".adding-"));
  try {
    const packageFolder = await installPackage(packageOf(code), PACKAGE_VERSION, scratch);
    const data = languageDataIn(packageFolder, code);
    if (!data) throw new Error(`The package ${packageOf(code)} has no data for Tesseract 4 or newer.`);
    if ((await stat(data.path)).size > MOST_BYTES) throw new Error("Its data is larger than 64 MB.");
    const written = join(scratch, "data");
    await writeFile(written, await readLanguageData(data), { mode: 0o644 });
    await rename(written, pathOf(code, folder));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function pathOf(code: string, folder: string): string {
  return join(folder, `${code}.traineddata`);
}

function titleOf(code: string): string {
  return `${code} (${languageName(code)})`;
}
