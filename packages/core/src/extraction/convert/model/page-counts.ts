import type { PageCount } from "./flow-document.ts";

/** Formats of numbers by the switch of a field's code. */
const FORMATS: Readonly<Record<string, string>> = {
  Arabic: "decimal",
  roman: "lowerRoman",
  ROMAN: "upperRoman",
  Roman: "upperRoman",
  alphabetic: "lowerLetter",
  ALPHABETIC: "upperLetter",
};

/** What a field of Word counts, by its code such as `PAGE \\* roman`; undefined for other fields. */
export function pageCountOf(code: string): PageCount | undefined {
  const [, field = ""] = /^\s*(PAGE|NUMPAGES)(?![\w])/i.exec(code) ?? [];
  if (field === "") return undefined;
  const formats = [...code.matchAll(/\\\*\s*(\w+)/g)].map(([, name = ""]) => FORMATS[name]);
  const format = formats.find((one) => one !== undefined);
  return field.toUpperCase() === "PAGE" ? { of: "page", format } : { of: "pages", format };
}
