import { posix } from "node:path";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { plainText } from "./source-xml.ts";

/**
 * The rows of texts in the shown cells of a workbook, found without Galley's readers. Numbers are left out, because
 * their XML is not what is displayed.
 */
export function workbookRows(path: string): readonly (readonly string[])[] {
  const files = unzipSync(readFileSync(path), { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) });
  const xml = (name: string): string => new TextDecoder().decode(files[name] ?? new Uint8Array(0));
  const strings = [
    ...xml("xl/sharedStrings.xml").matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([^]*?)<\/(?:\w+:)?si>)/g),
  ];
  const texts = strings.map(([, content = ""]) => plainText(withoutPhonetic(content)));
  const targets = new Map(
    [...xml("xl/_rels/workbook.xml.rels").matchAll(/<Relationship\b[^>]*>/g)].map(([relation]) => [
      attribute(relation, "Id"),
      posix
        .join("/xl", attribute(relation, "Target"))
        .replace(/^\/(?:xl\/xl\/)?/, (start) => (start === "/" ? "" : "xl/")),
    ]),
  );
  const sheets = [...xml("xl/workbook.xml").matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([sheet]) => sheet);
  return sheets
    .filter((sheet) => !/\bstate="(?:hidden|veryHidden)"/.test(sheet))
    .map((sheet) => targets.get(attribute(sheet, "r:id")) ?? "")
    .filter((name) => name.startsWith("xl/worksheets/"))
    .flatMap((name) => sheetRows(xml(name), texts));
}

function sheetRows(xml: string, texts: readonly string[]): readonly (readonly string[])[] {
  const rows = xml.matchAll(/<(?:\w+:)?row\b([^>]*[^/>])?>([^]*?)<\/(?:\w+:)?row>/g);
  return [...rows]
    .filter(([, attributes = ""]) => !/\bhidden="(?:1|true)"/.test(attributes))
    .map(([, , cells = ""]) =>
      [...cells.matchAll(/<(?:\w+:)?c\b([^>]*[^/>])?>([^]*?)<\/(?:\w+:)?c>/g)].map(
        ([, attributes = "", content = ""]) => cellText(attribute(attributes, "t"), content, texts),
      ),
    );
}

function cellText(type: string, content: string, texts: readonly string[]): string {
  const value = /<(?:\w+:)?v\b[^>]*>([^]*?)<\/(?:\w+:)?v>/.exec(content)?.[1] ?? "";
  if (type === "s") return texts[Number.parseInt(value, 10)] ?? "";
  if (type === "str") return plainText(value);
  return type === "inlineStr" ? plainText(withoutPhonetic(content)) : "";
}

function withoutPhonetic(xml: string): string {
  return xml.replaceAll(/<(?:\w+:)?rPh\b[^]*?<\/(?:\w+:)?rPh>/g, "");
}

function attribute(element: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(element)?.[1] ?? "";
}
