import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { columnPages } from "../column-pages.ts";
import { flowing, likeness } from "../likeness.ts";
import { type Section, share } from "./section.ts";

/**
 * Similarity of the text in reading order to the true text, with blanks normalised. Generated multi-column
 * pages always; documents of the data folder if it exists.
 */
export const readingOrder: Section = {
  title: "Reading order: likeness to the true text",
  async measure({ readers, data, scratch }) {
    const documents = [...(data === undefined ? [] : trueTexts(data)), ...madePages(scratch)];
    const rows = [["", ...readers.map(({ name }) => name)]];
    for (const { name, path, text } of documents) {
      const row = [name];
      for (const reader of readers) {
        row.push(share(likeness(flowing(await reader.readingOrder(path)), flowing(text)), 1));
      }
      rows.push(row);
    }
    return rows;
  },
};

interface TrueText {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

function trueTexts(data: string): readonly TrueText[] {
  return globSync(join(data, "reference/reading-order/*.txt"))
    .toSorted()
    .flatMap((truth) => {
      const name = basename(truth, ".txt");
      const [path] = globSync(join(data, `documents/*/${name}.pdf`));
      return path === undefined ? [] : [{ name, path, text: readFileSync(truth, "utf8") }];
    });
}

function madePages(scratch: string): readonly TrueText[] {
  return columnPages().map(({ name, bytes, text }) => {
    const path = join(scratch, `${name.replaceAll(/\W+/gu, "-")}.pdf`);
    writeFileSync(path, bytes);
    return { name, path, text };
  });
}
