import { globSync } from "node:fs";
import { join } from "node:path";
import type { Reader } from "../reader.ts";
import { readTrueWords, type TrueWords } from "../true-words.ts";
import { addOverlaps, NO_WORDS, overlapScore, type WordOverlap, wordOverlap } from "../word-overlap.ts";
import { NO_DATA } from "./references.ts";
import { type Section, share } from "./section.ts";

/** Word boxes compared with ground truth of single pages; see `wordOverlap`. */
export const words: Section = {
  title: "Word boxes: words found at their position, and width in common with the truth",
  async measure({ readers, data }) {
    if (data === undefined) return NO_DATA;
    const pages = globSync(join(data, "documents/truth/*.words.tsv")).toSorted().map(readTrueWords);
    const rows = [["", "words", "found", "width"]];
    for (const reader of readers) {
      const overlap = await overlapOf(reader, pages, data);
      if (overlap === undefined) continue;
      const { words: all, found } = overlap;
      rows.push([reader.name, String(all), share(found, all), share(overlapScore(overlap), 1)]);
    }
    return rows;
  },
};

async function overlapOf(
  reader: Reader,
  pages: readonly TrueWords[],
  data: string,
): Promise<WordOverlap | undefined> {
  let sum = NO_WORDS;
  for (const { document, page, words: truth } of pages) {
    const [path] = globSync(join(data, `documents/*/${document}`));
    if (path === undefined) continue;
    const found = await reader.words(path);
    if (found === undefined) return undefined;
    const own = wordOverlap(truth, found[page - 1] ?? []);
    sum = addOverlaps(sum, own);
  }
  return sum;
}
