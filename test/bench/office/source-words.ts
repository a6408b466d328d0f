import { extensionOf, FORMULA, plainText, sourceXml } from "./source-xml.ts";
import { workbookRows } from "./workbook-cells.ts";

/** The words of an Office file's own XML, found without any of Galley's readers; undefined for other files. */
export function sourceWords(path: string): readonly string[] | undefined {
  if (/^xls[xm]$/.test(extensionOf(path))) return workbookRows(path).flat().flatMap(wordsOf);
  return sourceXml(path)?.flatMap((xml) => wordsOf(plainText(xml)).filter((word) => !word.includes(FORMULA)));
}

/** Characters that are never drawn. */
const UNDRAWN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Dotted lines are broken where the line ends, and references to notes are set in brackets. */
const LEADERS_AND_REFERENCES = /([._\-–—=*])\1+|\[\d+\]/g;

/** Lines may end after any character of these scripts, which have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/gu;

export function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(WITHOUT_SPACES, " $& ")
    .normalize("NFKC")
    .replaceAll(UNDRAWN, "")
    .replaceAll(LEADERS_AND_REFERENCES, (found) => (found.startsWith("[") ? "" : " "))
    .split(/\s+/)
    .filter(Boolean);
}

/** The words of `wanted` that `found` lacks, as often as it lacks them. */
export function missingWords(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}
