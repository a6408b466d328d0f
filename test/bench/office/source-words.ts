import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";

/** Parts of Office files whose text is shown. */
const PARTS: Readonly<Record<string, RegExp>> = {
  docx: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
  dotx: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
  pptx: /^ppt\/slides\/slide\d+\.xml$/,
  xlsx: /^xl\/sharedStrings\.xml$/,
  xlsm: /^xl\/sharedStrings\.xml$/,
  odt: /^content\.xml$/,
  odp: /^content\.xml$/,
  ods: /^content\.xml$/,
};

/**
 * Content that is not shown: deleted text, field codes, copies for older programs, notes, phonetic guides. Formulas are
 * written on one line and not compared.
 */
const NOT_SHOWN =
  /<(w:del|w:moveFrom|w:instrText|w:delText|mc:Fallback|text:tracked-changes|presentation:notes|office:annotation|text:note-citation|rPh|svg:title|svg:desc|m:oMath|wp:posOffset|wp:align|wp14:\w+|a14:\w+|style:style|w:comment|table:shapes|a:tableStyleId)\b(?:[^>]*[^/])?>[^]*?<\/\1>/g;

const BREAKS =
  /<\/(?:w:p|a:p|text:p|text:h|si|table:table-cell|w:tc)>|<(?:w:tab|w:br|w:cr|a:br|text:tab|text:line-break|text:s)\b[^>]*>/g;

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The words of an Office file's own XML, found without any of Galley's readers; undefined for other files. */
export function sourceWords(path: string): readonly string[] | undefined {
  const parts = PARTS[path.split(".").at(-1) ?? ""];
  if (!parts) return undefined;
  const files = unzipSync(readFileSync(path), { filter: ({ name }) => parts.test(name) });
  return Object.values(files).flatMap((bytes) => wordsOf(plainText(new TextDecoder().decode(bytes))));
}

function plainText(xml: string): string {
  const shown = xml.replaceAll(NOT_SHOWN, "").replaceAll(BREAKS, " ");
  return shown.replaceAll(/<[^>]*>/g, "").replaceAll(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith("#x")) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number.parseInt(name.slice(1), 10));
    return ENTITIES[name] ?? whole;
  });
}

/** Words without characters that are never drawn. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
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
