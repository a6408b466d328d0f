import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DEGRADATIONS,
  degradedPage,
  drawnPage,
  type GreyImage,
  photographedPage,
} from "@galley/core/testing";
import { createDocument } from "../../fixtures/pdf/document.ts";
import { madeTables } from "../../fixtures/tables/made-tables.ts";
import { someWords } from "../../fixtures/words.ts";
import type { KnownPage } from "./pages.ts";

/** An upright page that can be turned. */
export interface TurnablePage {
  readonly name: string;
  readonly picture: () => Promise<GreyImage>;
  /** By default English. */
  readonly lang?: string;
}

/** Degradations, and how many of the pages with known words get them. */
const SCAN_KINDS = [
  ["clean", 6],
  ["scan at 200 dpi", 13],
  ["poor scan at 200 dpi", 8],
] as const;

const TABLES = 8;
const PHOTOGRAPHS = 4;
const RECEIPTS = 20;

/** Every third receipt is kept apart for other measurements. */
const KEPT_APART = 2;

/** Tables in scripts that every recogniser reads. */
const TABLE_STYLES: ReadonlySet<string> = new Set([
  "ruled",
  "unruled",
  "dense",
  "tight",
  "striped",
  "centred",
]);

const A5 = { width: 420, height: 595 };

/** Words on each of the sparse pages. */
const SPARSE = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20] as const;

/** Scans and photographs that are upright in the test data, and their page. */
const REAL_PICTURES = [
  ["ocr/scans/3small.pdf", 3],
  ["ocr/scans/baiona_gray.png", 1],
  ["ocr/scans/c02-22.pdf", 1],
  ["ocr/scans/cardinal.pdf", 1],
  ["ocr/scans/epson.pdf", 1],
  ["ocr/scans/francais.pdf", 1],
  ["ocr/scans/graph.pdf", 1],
  ["ocr/scans/jbig2.pdf", 1],
  ["ocr/scans/linn.png", 1],
  ["ocr/scans/masks.pdf", 1],
  ["ocr/scans/palette.pdf", 1],
  ["ocr/scans/skew.pdf", 1],
  ["ocr/scans/typewriter.png", 1],
  ["documents/scans/multipage.pdf", 2],
  ["documents/scans/multipage.pdf", 5],
  ["documents/scans/multipage.pdf", 6],
  ["documents/scans/nemotron_multipage.pdf", 1],
  ["documents/scans/ocr_test.pdf", 1],
] as const;

const EAST_ASIAN = [
  ["documents/cjk/chinese.pdf", "chi_sim"],
  ["documents/cjk/gangnam.pdf", "kor"],
  ["documents/scans/chinese_scan.pdf", "chi_sim"],
] as const;

/** Upright pages by kind. */
export function turnablePages(
  known: readonly KnownPage[],
  data: string | undefined,
): Readonly<Record<string, readonly TurnablePage[]>> {
  const own = known.map(({ name, pdf, number }) => ({ name, pdf, number }));
  const tables = madeTables(2)
    .filter(({ style }) => TABLE_STYLES.has(style))
    .slice(0, TABLES)
    .map(({ name, bytes }) => ({ name, pdf: bytes, number: 1 }));
  const sparse = SPARSE.map((count) => ({ name: `${count} words`, pdf: sparsePage(count), number: 1 }));
  const eastAsian = EAST_ASIAN.flatMap(([path, lang]) => {
    const pdf = fileOf(data, path);
    return pdf ? [{ name: path, pdf, number: 1, lang }] : [];
  });
  return {
    ...Object.fromEntries(
      SCAN_KINDS.map(([kind, count]) => [kind, own.slice(0, count).flatMap((page) => degraded(page, kind))]),
    ),
    tables: tables.flatMap((page) => degraded(page, "scan at 200 dpi")),
    sparse: sparse.flatMap((page) => [...degraded(page, "clean"), ...degraded(page, "scan at 200 dpi")]),
    "Chinese and Korean": eastAsian.flatMap((page) =>
      ["clean", "scan at 200 dpi"]
        .flatMap((kind) => degraded(page, kind))
        .map((picture) => ({ ...picture, lang: page.lang })),
    ),
    photographs: own
      .slice(0, PHOTOGRAPHS)
      .map(({ name, pdf, number }) => ({ name, picture: () => photographedPage(pdf, number) })),
    receipts: pictures(data, receiptPaths(data)),
    "real scans": pictures(data, REAL_PICTURES),
  };
}

interface PdfPage {
  readonly name: string;
  readonly pdf: Uint8Array;
  readonly number: number;
}

function degraded({ name, pdf, number }: PdfPage, kind: string): readonly TurnablePage[] {
  const degradation = DEGRADATIONS[kind];
  if (!degradation) return [];
  const picture = async (): Promise<GreyImage> => (await degradedPage(pdf, number, degradation)).image;
  return [{ name: `${name}, ${kind}`, picture }];
}

function sparsePage(count: number): Uint8Array {
  const document = createDocument();
  const lines = someWords(count, count).match(/(?:\S+ ?){1,4}/g) ?? [];
  document.page(A5, (page) => {
    for (const [index, line] of lines.entries()) {
      page.text(line.trim(), { x: 40 + 8 * count, y: 80 + 24 * index, size: 10 + (count % 5) });
    }
  });
  return document.finish().bytes;
}

function receiptPaths(data: string | undefined): readonly (readonly [string, number])[] {
  const folder = join(data ?? "", "ocr/receipts");
  if (data === undefined || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jpg"))
    .toSorted()
    .filter((_, index) => index % 3 !== KEPT_APART)
    .slice(0, RECEIPTS)
    .map((name) => [`ocr/receipts/${name}`, 1] as const);
}

function pictures(
  data: string | undefined,
  paths: readonly (readonly [string, number])[],
): readonly TurnablePage[] {
  return paths.flatMap(([path, number]) => {
    const bytes = fileOf(data, path);
    if (!bytes) return [];
    return [{ name: `${path}, page ${number}`, picture: () => drawnPage(bytes, number) }];
  });
}

function fileOf(data: string | undefined, path: string): Uint8Array | undefined {
  const file = join(data ?? "", path);
  return data !== undefined && existsSync(file) ? readFileSync(file) : undefined;
}
