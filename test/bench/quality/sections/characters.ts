import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { keptCharacters } from "../kept-characters.ts";
import { readWithPdfjs } from "../pdfjs-characters.ts";
import type { Reader } from "../reader.ts";
import { NO_DATA } from "./references.ts";
import { type Section, share } from "./section.ts";

/** How many of the worst documents are named. */
const NAMED = 8;

/**
 * The share of characters that the layout text keeps, relative to the union of pdf.js's `getTextContent` and
 * `pdftotext`; see `keptCharacters`. Documents that one of the readers cannot open are skipped.
 */
export const characters: Section = {
  title: "Characters of the visible page kept, against the union of pdf.js getTextContent and pdftotext",
  async measure({ readers, data }) {
    if (data === undefined) return NO_DATA;
    const poppler = readers.find(({ name }) => name.startsWith("pdftotext"));
    const documents: Kept[] = [];
    for (const path of globSync(join(data, "documents/**/*.pdf")).toSorted()) {
      const document = await readAll(path, readers, poppler);
      if (document !== undefined) documents.push(document);
    }
    const total = (index: number): string =>
      share(
        documents.reduce((sum, { kept }) => sum + (kept[index] ?? 0), 0),
        documents.reduce((sum, { all }) => sum + all, 0),
        5,
      );
    const totalOfAgreed = (index: number): string =>
      share(
        documents.reduce((sum, { keptOfAgreed }) => sum + (keptOfAgreed[index] ?? 0), 0),
        documents.reduce((sum, { agreed }) => sum + agreed, 0),
        5,
      );
    const missing = ({ kept, all }: Kept): number => all - (kept[0] ?? 0);
    const worst = documents.toSorted((a, b) => missing(b) - missing(a)).slice(0, NAMED);
    return [
      ["", "characters", ...readers.map(({ name }) => name)],
      ...worst.map(({ name, all, kept }) => [name, String(all), ...kept.map((own) => share(own, all, 5))]),
      [
        `all ${documents.length} documents`,
        String(sumOf(documents)),
        ...readers.map((_, index) => total(index)),
      ],
      [
        "of what both have",
        String(documents.reduce((sum, { agreed }) => sum + agreed, 0)),
        ...readers.map((_, index) => totalOfAgreed(index)),
      ],
    ];
  },
};

interface Kept {
  readonly name: string;
  readonly all: number;
  readonly agreed: number;
  /** By reader. */
  readonly kept: readonly number[];
  readonly keptOfAgreed: readonly number[];
}

function sumOf(documents: readonly Kept[]): number {
  return documents.reduce((sum, { all }) => sum + all, 0);
}

/** The text of each page, without text outside the visible page. */
async function textOfWords(reader: Reader, path: string): Promise<readonly string[]> {
  const pages = (await reader.words(path)) ?? [];
  return pages.map((words) => words.map(({ text }) => text).join("\n"));
}

async function readAll(
  path: string,
  readers: readonly Reader[],
  poppler: Reader | undefined,
): Promise<Kept | undefined> {
  try {
    const others = [
      await readWithPdfjs(path),
      ...(poppler === undefined ? [] : [await textOfWords(poppler, path)]),
    ];
    const texts = await Promise.all(readers.map((reader) => reader.layout(path)));
    const pages = Array.from({ length: others[0]?.length ?? 0 }, (_, page) =>
      texts.map((text) =>
        keptCharacters(
          text[page] ?? "",
          others.map((other) => other[page] ?? ""),
        ),
      ),
    );
    return {
      name: basename(path),
      all: pages.reduce((sum, [first]) => sum + (first?.all ?? 0), 0),
      agreed: pages.reduce((sum, [first]) => sum + (first?.agreed ?? 0), 0),
      kept: readers.map((_, index) => pages.reduce((sum, page) => sum + (page[index]?.kept ?? 0), 0)),
      keptOfAgreed: readers.map((_, index) =>
        pages.reduce((sum, page) => sum + (page[index]?.keptOfAgreed ?? 0), 0),
      ),
    };
  } catch {
    return undefined;
  }
}
