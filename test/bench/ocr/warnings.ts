import { createExtractor } from "@galley/core";
import { DEGRADATIONS, degradedPage, HARDLY_LEGIBLE } from "@galley/core/testing";
import { handwrittenLetters, LETTER } from "../../fixtures/handwriting.ts";
import { chromiumPath } from "../../support/clients/browser.ts";
import type { KnownPage } from "./pages.ts";
import { receipts, wordsOf } from "./receipts.ts";
import { normalized, sharedCount } from "./score.ts";
import { readFileSync } from "node:fs";

/** Degradations whose pages are read well. */
const LEGIBLE = ["clean", "scan at 200 dpi"] as const;

const RECEIPTS = 27;

/** A page with fewer of its words found is likely wrong; one with more is right. */
const WRONG = 0.8;
const RIGHT = 0.95;

export const WARNING_COLUMNS = [
  "",
  "pages",
  "warned",
  "below 0.8",
  "of these warned",
  "from 0.95",
  "of these warned",
];

interface KnownPicture {
  readonly bytes: Uint8Array;
  readonly words: readonly string[];
}

/** Table rows: for each kind of page, how many get a warning, and how many of those that were read badly or well. */
export async function* warningRows(
  pages: readonly KnownPage[],
  data: string | undefined,
): AsyncGenerator<readonly string[], void, undefined> {
  const kinds = [
    ...LEGIBLE.map((kind) => [kind, DEGRADATIONS[kind]] as const),
    ...Object.entries(HARDLY_LEGIBLE),
  ];
  for (const [kind, degradation] of kinds) {
    const pictures = pages.map(async ({ pdf, number, words }) => ({
      bytes: degradation ? (await degradedPage(pdf, number, degradation)).png : pdf,
      words: words.map(({ text }) => normalized(text.toUpperCase())),
    }));
    yield await rowOf(kind, pictures);
  }
  yield await rowOf("handwriting fonts", await handwriting());
  const others = receipts(data, { count: RECEIPTS, set: "others" });
  yield await rowOf(
    "receipts",
    others.map(async ({ path, words }) => ({ bytes: readFileSync(path), words })),
  );
}

async function handwriting(): Promise<readonly Promise<KnownPicture>[]> {
  const browser = chromiumPath();
  if (browser === undefined) return [];
  const letters = await handwrittenLetters(browser, LETTER);
  return [...letters.values()].map(async (bytes) => ({ bytes, words: wordsOf(LETTER) }));
}

async function rowOf(kind: string, pictures: readonly Promise<KnownPicture>[]): Promise<readonly string[]> {
  await using extractor = createExtractor({ threads: 2 });
  const results: { readonly share: number; readonly isWarned: boolean }[] = [];
  for (const picture of pictures) {
    const { bytes, words } = await picture;
    const { text, pages } = await extractor.extract(bytes, { mode: "low_cost" });
    const known = words.filter((word) => word !== "");
    results.push({
      share: sharedCount(known, wordsOf(text)) / Math.max(1, known.length),
      isWarned: pages.some(({ outcome }) => outcome.ok && outcome.doubtful),
    });
  }
  const warned = (some: typeof results): string => String(some.filter(({ isWarned }) => isWarned).length);
  const wrong = results.filter(({ share }) => share < WRONG);
  const right = results.filter(({ share }) => share >= RIGHT);
  const counts = [results, wrong, right].flatMap((some) => [String(some.length), warned(some)]);
  return [kind, ...counts];
}
