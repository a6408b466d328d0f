import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { EXTRACTION_MODES } from "@galley/core";
import { galleyReader } from "../galley-reader.ts";
import { flowing, likeness } from "../likeness.ts";
import type { Reader } from "../reader.ts";
import { type Section, share } from "./section.ts";

/**
 * Similarity to the output of the documented service: layout texts with every blank between the margins,
 * without trailing ones, in the documented page frame; texts of the text mode with blanks normalised.
 */
export const references: Section = {
  title: "Likeness to the reference texts (2 × longest common subsequence ÷ sum of lengths)",
  async measure({ readers, data }) {
    if (data === undefined) return NO_DATA;
    const [, ...others] = readers;
    const rows = [["", "Galley", ...others.map(({ name }) => name)]];
    for (const path of globSync(join(data, "reference/expected/*.txt")).toSorted()) {
      const [document = "", mode, output] = basename(path).split(".");
      const known = EXTRACTION_MODES.find((name) => name === mode);
      if (known === undefined) continue;
      await using galley = galleyReader("Galley", { mode: known });
      const pdf = join(data, "reference", `${document}.pdf`);
      const expected = readFileSync(path, "utf8");
      const row = [basename(path, ".txt")];
      for (const reader of [galley, ...others]) {
        row.push(share(await likenessTo(expected, { pdf, reader, isLayout: output !== "text" }), 1));
      }
      rows.push(row);
    }
    return rows;
  },
};

export const NO_DATA = "left out: the folder of test data is not there (--data FOLDER)";

async function likenessTo(
  expected: string,
  { pdf, reader, isLayout }: { readonly pdf: string; readonly reader: Reader; readonly isLayout: boolean },
): Promise<number> {
  if (!isLayout)
    return likeness(flowing(await reader.readingOrder(pdf)), flowing(withoutSeparators(expected)));
  const pages = await reader.layout(pdf);
  const framed = pages.map((page) => `\n\n${page.replace(/^\n+|\s+$/gu, "")}\n<<<\f`).join("");
  return likeness(withoutLineEndBlanks(framed), withoutLineEndBlanks(expected));
}

function withoutSeparators(text: string): string {
  return text.replaceAll("<<<\n\f", "");
}

function withoutLineEndBlanks(text: string): string {
  return text.replaceAll(/ +$/gmu, "");
}
