import { installedLanguages } from "@galley/core";
import type { Values } from "./extraction-options.ts";
import { recognitionIn } from "./recognition-arguments.ts";

/** Runs `galley languages`: prints the languages that can be recognised. @throws UsageError */
export async function runLanguages(values: Values): Promise<0> {
  const { tessdata } = recognitionIn(values);
  const codes = await installedLanguages({ folder: tessdata, prefer: "folder" });
  const languages = codes.map((code) => ({ code, name: nameOf(code) }));
  if (values["json"] === true) {
    process.stdout.write(`${JSON.stringify(languages)}\n`);
    return 0;
  }
  const width = Math.max(0, ...codes.map(({ length }) => length));
  for (const { code, name } of languages) process.stdout.write(`${code.padEnd(width)}  ${name}\n`);
  if (process.stdout.isTTY) {
    process.stdout.write(
      "\nInstall another one with npm install @tesseract.js-data/CODE, such as deu or fra.\n",
    );
  }
  return 0;
}

const SCRIPTS: Readonly<Record<string, string>> = {
  sim: "simplified",
  tra: "traditional",
  vert: "vertical",
  cyrl: "Cyrillic",
  latn: "Latin",
  frak: "Fraktur",
  old: "old",
};

/** Tesseract's codes begin with a code of ISO 639-2: "chi_sim" is Chinese, simplified. */
function nameOf(code: string): string {
  const [language = code, ...parts] = code.split("_");
  const details = parts.map((part) => SCRIPTS[part] ?? part);
  return [ISO_NAMES[language] ?? displayName(language), ...details].join(", ");
}

/** Codes that `Intl` knows only by another one. */
const ISO_NAMES: Readonly<Record<string, string>> = { chi: "Chinese", equ: "Mathematics" };

function displayName(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
