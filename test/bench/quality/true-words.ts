import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { FoundWord } from "./reader.ts";

/** The ground truth words of one page. */
export interface TrueWords {
  /** The file name of the document. */
  readonly document: string;
  /** Counted from 1. */
  readonly page: number;
  readonly words: readonly FoundWord[];
}

const NAME = /^(?<document>.+)\.page-(?<page>\d+)\.words\.tsv$/u;
const CROP_BOX = /crop box (?<numbers>[-\d. ]+);/u;

/**
 * Reads a ground truth file: a line for the page, then a line for each word with the four corners of its box,
 * in points from the lower left corner of the crop box, a tab and the word.
 */
export function readTrueWords(path: string): TrueWords {
  const [about = "", ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const name = NAME.exec(basename(path))?.groups;
  const [, bottom = 0, , top = 0] = (CROP_BOX.exec(about)?.groups?.["numbers"] ?? "").split(" ").map(Number);
  return {
    document: `${name?.["document"] ?? ""}.pdf`,
    page: Number(name?.["page"]),
    words: lines.map((line) => readWord(line, top - bottom)),
  };
}

function readWord(line: string, height: number): FoundWord {
  const [corners = "", text = ""] = line.split("\t");
  const numbers = corners.split(" ").map(Number);
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const box = {
    x0: Math.min(...xs),
    y0: height - Math.max(...ys),
    x1: Math.max(...xs),
    y1: height - Math.min(...ys),
  };
  return { text, box };
}
