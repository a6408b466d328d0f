import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";

/** Parts of Office files whose text is shown; those of workbooks are in `workbook-cells.ts`. */
const PARTS: Readonly<Record<string, RegExp>> = {
  docx: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
  dotx: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
  pptx: /^ppt\/slides\/slide\d+\.xml$/,
  odt: /^content\.xml$/,
  odp: /^content\.xml$/,
  ods: /^content\.xml$/,
};

/** Content that is not shown: deleted text, field codes, copies for older programs, notes, phonetic guides. */
const NOT_SHOWN =
  /<(w:del|w:moveFrom|w:instrText|w:delText|mc:Fallback|text:tracked-changes|presentation:notes|office:annotation|text:note-citation|svg:title|svg:desc|wp:posOffset|wp:align|wp14:\w+|a14:\w+|style:style|w:comment|table:shapes|a:tableStyleId|p:timing)\b(?:[^>]*[^/])?>[^]*?<\/\1>|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?>/g;

const BREAKS =
  /<\/(?:w:p|a:p|text:p|text:h|si|table:table-cell|w:tc)>|<(?:w:tab|w:br|w:cr|a:br|text:tab|text:line-break|text:s)\b[^>]*>/g;

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Stands for a formula, which is written on one line: words that touch one are not compared. */
export const FORMULA = "\u{f0000}";

export function extensionOf(path: string): string {
  return path.split(".").at(-1)?.toLowerCase() ?? "";
}

/** The XML of a file's text, found without any of Galley's readers; undefined for other files. */
export function sourceXml(path: string): readonly string[] | undefined {
  const parts = PARTS[extensionOf(path)];
  if (!parts) return undefined;
  const files = unzipSync(readFileSync(path), { filter: ({ name }) => parts.test(name) });
  return Object.values(files).map((bytes) => new TextDecoder().decode(bytes).replaceAll(NOT_SHOWN, ""));
}

export function plainText(xml: string): string {
  const shown = xml.replaceAll(/<(m:oMath)\b(?:[^>]*[^/])?>[^]*?<\/\1>/g, FORMULA).replaceAll(BREAKS, " ");
  return shown.replaceAll(/<[^>]*>/g, "").replaceAll(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith("#x")) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number.parseInt(name.slice(1), 10));
    return ENTITIES[name] ?? whole;
  });
}
