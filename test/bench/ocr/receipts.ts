import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PictureFile } from "./readers.ts";
import { normalized, type PlacedText } from "./score.ts";

/** The resolution passed to the recogniser, since receipts have none: it does not change the result. */
const GUESSED_DPI = 200;

/** A photo or scan of a receipt with its manual transcription. */
export interface Receipt extends PictureFile {
  /** Lines without blanks, in pixels; in capitals, like the transcription. */
  readonly lines: readonly PlacedText[];
  /** Words of all lines, in capitals. */
  readonly words: readonly string[];
}

/** Every third receipt is not used while recognition is developed, only to measure the result. */
const SET_ASIDE = 3;

/** At most `count` receipts of the test data folder; empty if it does not exist. */
export function receipts(
  data: string | undefined,
  { count, set }: { readonly count: number; readonly set: "set aside" | "others" },
): readonly Receipt[] {
  const folder = join(data ?? "", "ocr/receipts");
  if (data === undefined || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jpg"))
    .toSorted()
    .filter((_, index) => (index % SET_ASIDE === SET_ASIDE - 1) === (set === "set aside"))
    .slice(0, count)
    .map((name) => {
      const path = join(folder, name);
      const lines = linesOf(path.replace(".jpg", ".csv"));
      return {
        path,
        dpi: GUESSED_DPI,
        width: widthOf(readFileSync(path)),
        lines: lines.map(({ text, box }) => ({ text: inCapitals(text), box })),
        words: lines.flatMap(({ text }) => wordsOf(text)),
      };
    });
}

/** The words of a text, in capitals. */
export function wordsOf(text: string): readonly string[] {
  return text
    .split(/\s+/u)
    .map((word) => normalized(inCapitals(word)))
    .filter((word) => word !== "");
}

/** Four corners and the text, which may contain commas. */
function linesOf(path: string): readonly PlacedText[] {
  return readFileSync(path, "utf8")
    .split(/\r?\n/u)
    .filter((line) => line !== "")
    .map((line) => {
      const parts = line.split(",");
      const corners = parts.slice(0, 8).map(Number);
      const xs = corners.filter((_, index) => index % 2 === 0);
      const ys = corners.filter((_, index) => index % 2 === 1);
      const box = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
      return { text: parts.slice(8).join(","), box };
    });
}

/** The width of a JPEG, from its frame header. */
function widthOf(jpeg: Buffer): number {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return jpeg.readUInt16BE(at + 7);
  }
  throw new Error("The receipt is not a JPEG.");
}

/** Normalised for the comparison of receipts. */
export function inCapitals(text: string): string {
  return text.toUpperCase().replaceAll(/\s/gu, "");
}
