import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createExtractor, type Extractor, linesOfPage } from "@galley/core";
import { DEGRADATIONS, degradedPage, HARDLY_LEGIBLE } from "@galley/core/testing";
import type { ReadWord } from "./readers.ts";
import { normalized, type PlacedText } from "./score.ts";

/** Pages of the test data with a text layer. */
const PAGES = [
  ["documents/text/PDFUA-Ref-2-05_BookChapter-german.pdf", [2, 3], "deu"],
  ["documents/text/GeoTopo-komprimiert.pdf", [10, 12], "deu"],
  ["documents/cjk/chinese.pdf", [1], "chi_tra"],
  ["documents/cjk/gangnam.pdf", [1], "kor"],
] as const;

const KINDS = ["clean", "scan at 200 dpi", "poor scan at 200 dpi", "75 dpi", "blurred by 2 pixels"] as const;

type Kind = (typeof KINDS)[number];

/** Lower limits of the bands of confidence. */
const BANDS = [0.95, 0.85, 0.75, 0.65, 0.55, 0.45, 0.3] as const;

export const LANGUAGE_COLUMNS = ["", "pages", "warned", ...BANDS.map((from) => `from ${from}`)];

/**
 * Table rows: for each language and kind of page, how many pages get a warning, and for each band of confidence the
 * share of the words that is right and their number. A word is what the recogniser returns: in Chinese, a few signs.
 * Languages without data in the folder `tessdata` are skipped.
 */
export async function* languageRows(
  data: string | undefined,
  tessdata: string,
): AsyncGenerator<readonly string[], void, undefined> {
  await using extractor = createExtractor({ threads: 2, tessdata });
  for (const [lang, pages] of Map.groupBy(pagesIn(data, tessdata), (page) => page.lang)) {
    for (const kind of KINDS) yield [`${lang}, ${kind}`, ...(await cellsOf(extractor, pages, kind))];
  }
}

function pagesIn(data: string | undefined, tessdata: string): readonly PageInLanguage[] {
  return PAGES.flatMap(([path, numbers, lang]) => {
    const file = join(data ?? "", path);
    if (!existsSync(file) || !existsSync(join(tessdata, `${lang}.traineddata`))) return [];
    const pdf = readFileSync(file);
    return numbers.map((number) => ({ pdf, number, lang }));
  });
}

/** Words of each band of confidence, and how many of them are right. */
type Counts = Map<number, { words: number; right: number }>;

async function cellsOf(
  extractor: Extractor,
  pages: readonly PageInLanguage[],
  kind: Kind,
): Promise<readonly string[]> {
  const counts: Counts = new Map();
  let warned = 0;
  for (const page of pages) if (await addPage(extractor, { ...page, kind }, counts)) warned++;
  const shares = BANDS.map((from) => {
    const { words, right } = counts.get(from) ?? { words: 0, right: 0 };
    return words === 0 ? "" : `${(right / words).toFixed(2)} (${words})`;
  });
  return [String(pages.length), String(warned), ...shares];
}

interface PageInLanguage {
  readonly pdf: Uint8Array;
  readonly number: number;
  readonly lang: string;
}

/** Reads a degraded page and counts its words; returns whether it has a warning. */
async function addPage(
  extractor: Extractor,
  { pdf, number, kind, lang }: PageInLanguage & { readonly kind: Kind },
  counts: Counts,
): Promise<boolean> {
  const degradation = DEGRADATIONS[kind] ?? HARDLY_LEGIBLE[kind];
  if (!degradation) throw new Error(`There is no degradation "${kind}".`);
  const native = await wordsOf(extractor, pdf, { mode: "native_text", pages: String(number) });
  const { png, image, toPoints } = await degradedPage(pdf, number, degradation);
  const read = await wordsOf(extractor, png, { mode: "low_cost", lang });
  const letters = native.words.flatMap(lettersOf);
  const scale = image.width / read.width;
  for (const { text, confidence, box } of read.words) {
    const band = BANDS.find((from) => confidence >= from);
    if (band === undefined || normalized(text) === "") continue;
    const pixels = { x0: box.x0 * scale, y0: box.y0 * scale, x1: box.x1 * scale, y1: box.y1 * scale };
    const count = counts.get(band) ?? { words: 0, right: 0 };
    count.words++;
    if (isThere({ text, box: toPoints(pixels) }, letters)) count.right++;
    counts.set(band, count);
  }
  return read.isWarned;
}

async function wordsOf(
  extractor: Extractor,
  document: Uint8Array,
  options: Parameters<Extractor["extract"]>[1],
): Promise<{ readonly words: readonly ReadWord[]; readonly width: number; readonly isWarned: boolean }> {
  const { pages } = await extractor.extract(document, options);
  const [page] = pages;
  if (!page?.outcome.ok) throw new Error(page?.message ?? "The document has no page.");
  const words = linesOfPage(page.outcome).flatMap((line) => line.words);
  return { words, width: page.outcome.width, isWarned: page.outcome.doubtful === true };
}

/** The letters of a word with the middle of each, as if they were equally wide. */
function lettersOf({ text, box }: PlacedText): readonly PlacedText[] {
  const letters = Array.from(text);
  const width = (box.x1 - box.x0) / letters.length;
  return letters.map((letter, index) => {
    const middle = box.x0 + (index + 0.5) * width;
    return { text: letter, box: { ...box, x0: middle, x1: middle } };
  });
}

/** Whether a word is among the letters at its place; the boxes of recognised words are off by up to a letter. */
function isThere({ text, box }: PlacedText, letters: readonly PlacedText[]): boolean {
  const margin = box.y1 - box.y0;
  const near = letters.filter((letter) => {
    const y = (letter.box.y0 + letter.box.y1) / 2;
    const isBeside = letter.box.x0 > box.x0 - margin && letter.box.x0 < box.x1 + margin;
    return isBeside && y > box.y0 - margin / 4 && y < box.y1 + margin / 4;
  });
  const there = near.toSorted((one, other) => one.box.x0 - other.box.x0).map((letter) => letter.text);
  return normalized(there.join("")).includes(normalized(text));
}
