import { paragraph, run, type Block } from "../../model/flow-document.ts";
import { SIZES } from "../slides/slide-text.ts";
import { int32At, RECORD, type OfficeRecord } from "../office-art/office-records.ts";

/** A text and what it is on its slide. */
export interface SlideText {
  readonly kind: "title" | "body" | "notes" | "other";
  readonly text: string;
}

/** By the number of their type ([MS-PPT] 2.13.33). */
const KINDS: readonly SlideText["kind"][] = [
  "title",
  "body",
  "notes",
  "other",
  "other",
  "other",
  "title",
  "body",
  "body",
];

/** What stands where a text has a sign for it. */
export interface SlideFields {
  readonly number: number;
  readonly footer: string;
}

/** The texts that these records hold, one after the other. */
export function textsOf(records: readonly OfficeRecord[], fields: SlideFields): readonly SlideText[] {
  const texts: { kind: SlideText["kind"]; text: string }[] = [];
  for (const { type, data } of records) {
    const current = texts.at(-1);
    if (type === RECORD.textHeader) texts.push({ kind: KINDS[int32At(data, 0)] ?? "other", text: "" });
    else if (!current) continue;
    else if (type === RECORD.textCharacters) current.text += data.toString("utf16le");
    else if (type === RECORD.textBytes) current.text += data.toString("latin1");
    else if (type === RECORD.slideNumber)
      current.text = replacedAt(current.text, int32At(data, 0), String(fields.number));
    else if (type === RECORD.footer) current.text = replacedAt(current.text, int32At(data, 0), fields.footer);
  }
  return texts;
}

function replacedAt(text: string, place: number, by: string): string {
  return text[place] === "*" ? text.slice(0, place) + by + text.slice(place + 1) : text;
}

/** The paragraphs of a text, which a carriage return ends; a vertical tab breaks a line. */
export function textBlocks({ kind, text }: SlideText): readonly Block[] {
  const size = kind === "title" ? SIZES.title : kind === "body" ? SIZES.body : SIZES.other;
  return text
    .split("\r")
    .map((line) => line.replaceAll("\v", "\n"))
    .filter((line) => line.trim() !== "")
    .map((line) =>
      paragraph([run(line, { size })], {
        level: kind === "title" ? 1 : 0,
        marker: kind === "body" ? "•" : "",
        spaceAfter: size / 4,
      }),
    );
}
