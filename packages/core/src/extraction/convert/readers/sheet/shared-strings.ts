import type { RawPart } from "../office-xml/office-package.ts";
import { readXmlEvents } from "../../xml/xml-events.ts";
import { withoutEscapes } from "./cell-text.ts";

/** The texts that the cells of a workbook refer to by their number, without phonetic guides. */
export function sharedStrings(part: RawPart | undefined): readonly string[] {
  const strings: string[] = [];
  if (!part) return strings;
  let parts: string[] = [];
  let isText = false;
  let phonetic = 0;
  readXmlEvents(part.bytes, {
    open(name) {
      if (name === "rPh") phonetic++;
      else isText = name === "t" && phonetic === 0;
    },
    text(data) {
      if (isText) parts.push(data);
    },
    close(name) {
      isText = false;
      if (name === "rPh") phonetic--;
      if (name !== "si") return;
      strings.push(withoutEscapes(parts.join("")));
      parts = [];
    },
  });
  return strings;
}
