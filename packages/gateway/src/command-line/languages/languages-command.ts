import { dirname } from "node:path";
import { installedLanguages, LANGUAGE_CODE, languageDataPaths, packageOf } from "@galley/core";
import type { Values } from "../extraction-options.ts";
import { tellError } from "../messages.ts";
import { languageFoldersIn } from "../recognition-arguments.ts";
import { UsageError } from "../usage-error.ts";
import { addLanguage, type ChangeOutcome, removeLanguage } from "./added-languages.ts";
import { AVAILABLE_LANGUAGES, languageName } from "./language-names.ts";

/** Runs `galley languages` and returns its exit code. @throws UsageError */
export async function runLanguages(action: string, codes: readonly string[], values: Values): Promise<0 | 1> {
  const folders = languageFoldersIn(values);
  if (action === "list") return listLanguages(codes, values, folders.tessdata);
  if (codes.length === 0)
    throw new UsageError(`No language given. Name one, for example: galley languages ${action} deu`);
  for (const code of codes) {
    if (!LANGUAGE_CODE.test(code)) {
      throw new UsageError(`"${code}" is no name of a language; see galley languages --available`);
    }
  }
  return changeAll([...new Set(codes)], (code) =>
    action === "add" ? addLanguage(code, folders.addedLanguages) : removeLanguage(code, folders),
  );
}

/** One language that fails does not stop the others. */
async function changeAll(
  codes: readonly string[],
  change: (code: string) => Promise<ChangeOutcome>,
): Promise<0 | 1> {
  let exitCode: 0 | 1 = 0;
  for (const code of codes) {
    const outcome = await change(code);
    if (outcome.ok) process.stdout.write(`${outcome.message}\n`);
    else {
      tellError(outcome.message);
      exitCode = 1;
    }
  }
  return exitCode;
}

async function listLanguages(
  codes: readonly string[],
  values: Values,
  folders: readonly string[],
): Promise<0> {
  const [superfluous] = codes;
  if (superfluous !== undefined) throw new UsageError(`Unexpected argument "${superfluous}" after list.`);
  const installed = await installedLanguages({ folders });
  const available = values["available"] === true;
  const listed = available ? AVAILABLE_LANGUAGES.filter((code) => !installed.includes(code)) : installed;
  const languages = listed.map((code) => ({
    code,
    name: languageName(code),
    ...(!available && { from: sourcesOf(code, folders) }),
  }));
  if (values["json"] === true) {
    process.stdout.write(`${JSON.stringify(languages)}\n`);
    return 0;
  }
  const width = widest(languages.map(({ code }) => code));
  const nameWidth = widest(languages.map(({ name }) => name));
  for (const { code, name, from = [] } of languages) {
    const line = `${code.padEnd(width)}  ${name.padEnd(nameWidth)}  ${from.join(", ")}`;
    process.stdout.write(`${line.trimEnd()}\n`);
  }
  if (process.stdout.isTTY && !available) {
    process.stdout.write(
      "\nAdd others with galley languages add; galley languages --available lists them.\n",
    );
  }
  return 0;
}

/** The packages and folders that have the data of a language; all modes but `low_cost` use the first. */
function sourcesOf(code: string, folders: readonly string[]): readonly string[] {
  const paths = languageDataPaths(code, { folders, prefer: "package" });
  const sources = paths.map((path) => {
    const folder = dirname(path);
    return folders.includes(folder) ? folder : packageOf(code);
  });
  return [...new Set(sources)];
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
