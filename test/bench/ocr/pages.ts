import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createExtractor, type Extractor, linesOfPage } from "@galley/core";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { madeTables } from "../../fixtures/tables/made-tables.ts";
import type { PlacedText } from "./score.ts";

/** A page of a PDF whose words are known from its text layer. */
export interface KnownPage {
  readonly name: string;
  readonly kind: "prose" | "tables" | "forms";
  readonly pdf: Uint8Array;
  /** Counted from 1. */
  readonly number: number;
  /** In points of the page. */
  readonly words: readonly PlacedText[];
}

type Page = Omit<KnownPage, "words">;

/** Styles of generated tables in scripts that every recogniser reads. */
const TABLE_STYLES: ReadonlySet<string> = new Set(["ruled", "unruled", "dense", "tight"]);

/** Pages from the test data folder, if it exists. */
const DATA_PAGES = [
  { path: "documents/text/PDFUA-Ref-2-08_BookChapter.pdf", number: 2, kind: "prose" },
  { path: "documents/text/llncsdoc.pdf", number: 3, kind: "prose" },
  { path: "documents/multicolumn/2305.03393v1-pg9.pdf", number: 1, kind: "prose" },
  { path: "documents/tables/apple-10k-2024.pdf", number: 5, kind: "tables" },
  { path: "documents/tables/eu-001.pdf", number: 1, kind: "tables" },
] as const;

/** The pages of the bench, with their words as Galley reads them natively. */
export async function knownPages(data: string | undefined): Promise<readonly KnownPage[]> {
  await using extractor = createExtractor({ threads: 2 });
  const pages = [...fixturePages(), ...tablePages(), ...dataPages(data)];
  return await Promise.all(pages.map(async (page) => ({ ...page, words: await wordsOf(extractor, page) })));
}

function fixturePages(): readonly Page[] {
  const of = (name: string, kind: Page["kind"]): readonly Page[] => {
    const document = FIXTURES[name]?.();
    return document ? [{ name, kind, pdf: document.bytes, number: 1 }] : [];
  };
  return [
    ...of("letter", "prose"),
    ...of("article", "prose"),
    ...of("form", "forms"),
    ...of("invoice", "forms"),
  ];
}

function tablePages(): readonly Page[] {
  return madeTables(1)
    .filter(({ style }) => TABLE_STYLES.has(style))
    .map(({ name, bytes }) => ({ name, kind: "tables", pdf: bytes, number: 1 }));
}

function dataPages(data: string | undefined): readonly Page[] {
  return DATA_PAGES.flatMap(({ path, number, kind }) => {
    const file = join(data ?? "", path);
    if (data === undefined || !existsSync(file)) return [];
    return [{ name: path, kind, pdf: readFileSync(file), number }];
  });
}

async function wordsOf(extractor: Extractor, { pdf, number }: Page): Promise<readonly PlacedText[]> {
  const { pages } = await extractor.extract(pdf, { mode: "native_text", pages: String(number) });
  return pages.flatMap(({ outcome }) =>
    outcome.ok ? linesOfPage(outcome).flatMap(({ words }) => words) : [],
  );
}
