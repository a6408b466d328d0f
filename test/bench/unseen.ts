import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Block, type DocumentBlocks, createExtractor, toMarkdown } from "@galley/core";
import { print, printTable } from "./measures/print-table.ts";
import { businessPages } from "./unseen/business/business-pages.ts";
import { type LabelledDocument, PARTS } from "./unseen/labelled-document.ts";
import type { GroupScore } from "./unseen/group-score.ts";
import { outlinedFiles } from "./unseen/outlined-files.ts";
import { papers } from "./unseen/papers.ts";
import { printedFiles } from "./unseen/printed-files.ts";
import { FAULTS } from "./unseen/table-faults.ts";
import { statisticalTables } from "./unseen/tables/statistical-tables.ts";
import { type UnseenScore, unseenScore } from "./unseen/unseen-score.ts";
import { webPages } from "./unseen/web-pages.ts";

/**
 * Tables and headings of documents of which nobody wrote a rule: papers, Word files that LibreOffice prints (with pandoc),
 * pages of Chromium in other looks, statistical tables of Chromium and troff (with groff), and business pages, each split by document; with `--outlined FOLDER`, PDFs below it whose outline names their headings (with
 * mutool). `--part develop --detail` names the faults of each
 * document, `--faults` ranks those of tables; `--part report` is for the end. `--seed 1000` makes other statistical tables and business pages than those of the recorded figures. Printed documents are kept in --work.
 */

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    work: { type: "string", default: "/tmp/galley-unseen" },
    set: { type: "string" },
    outlined: { type: "string" },
    part: { type: "string" },
    detail: { type: "boolean", default: false },
    faults: { type: "boolean", default: false },
    seed: { type: "string", default: "0" },
  },
});

const FOLDERS_OF_FILES = ["office/documents", "corpus/office"];

const SETS: Readonly<Record<string, () => Promise<readonly LabelledDocument[]>>> = {
  papers: () => Promise.resolve(papers(resolve(values.data))),
  printed: () =>
    Promise.resolve(
      printedFiles(
        FOLDERS_OF_FILES.map((name) => join(resolve(values.data), name)),
        values.work,
      ),
    ),
  web: () => webPages(values.work),
  statistics: () => statisticalTables(values.work, Number(values.seed)),
  business: () => businessPages(values.work, Number(values.seed)),
  outlined: () =>
    Promise.resolve(
      values.outlined === undefined ? [] : outlinedFiles(resolve(values.outlined), values.work),
    ),
};

const HEADS =
  " documents tables TEDS missed invented headings found invented order blocks cut merged pairs parted right".split(
    " ",
  );

/** How many documents are named for each fault. */
const MOST_NAMED = 12;

/** A text that is nearly in order differs by a word or two, such as a label that is read after its value. */
const IN_ORDER = 0.99;

await main();

async function main(): Promise<void> {
  mkdirSync(values.work, { recursive: true });
  const rows: string[][] = [];
  for (const [name, documentsOf] of Object.entries(SETS)) {
    if (values.set !== undefined && values.set !== name) continue;
    const documents = await documentsOf();
    for (const part of PARTS) {
      if (values.part !== undefined && values.part !== part) continue;
      const own = documents.filter((document) => document.part === part);
      if (own.length === 0) continue;
      const scores = await scoresOf(own);
      rows.push([`${name}, ${part}`, ...figures(scores)]);
      if (values.faults) printFaultsOfTables(`${name}, ${part}`, own, scores);
    }
  }
  printTable([HEADS, ...rows]);
}

async function scoresOf(documents: readonly LabelledDocument[]): Promise<readonly UnseenScore[]> {
  await using extractor = createExtractor({ threads: 1 });
  const scores = [];
  for (const document of documents) {
    const { blocks } = await extractor.extract(document.path, { mode: "native_text", blocks: true });
    const score = unseenScore(document, toMarkdown(document.isTablesOnly ? byPage(blocks) : blocks));
    scores.push(score);
    if (values.detail) printFaults(document.name, score);
  }
  return scores;
}

/** Papers have a truth for each page, so a table that goes on is compared page by page. */
function byPage(document: DocumentBlocks): DocumentBlocks {
  const blocks = document.blocks.flatMap((block): readonly Block[] => {
    if (block.kind !== "table") return [block];
    const pages = Map.groupBy(block.cells, ({ page }) => page);
    return [...pages.values()].map((cells) => {
      const first = Math.min(...cells.map(({ row }) => row));
      const end = Math.max(...cells.map(({ row, rowSpan }) => row + rowSpan));
      const moved = cells.map((cell) => ({ ...cell, row: cell.row - first }));
      return { ...block, headRows: 0, rows: end - first, cells: moved };
    });
  });
  return { ...document, blocks };
}

function printFaults(name: string, score: UnseenScore): void {
  const faults = faultsOf(score);
  if (faults.length > 0) print([name, ...faults].join("\n  "));
}

function faultsOf(score: UnseenScore): readonly string[] {
  const { teds, missed, invented, missedHeadings, inventedHeadings, groups } = score;
  const { order = 1, cut = [], merged = [], parted = [] } = groups ?? {};
  return [
    teds.some((one) => one < 0.99) ? teds.map((one) => one.toFixed(2)).join(" ") : "",
    missed > 0 ? `missed ${missed}` : "",
    ...invented.map((text) => `invented: ${text}`),
    ...missedHeadings.map((text) => `heading missed: ${text}`),
    ...inventedHeadings.map((text) => `heading invented: ${text}`),
    order < IN_ORDER ? `order ${order.toFixed(3)}` : "",
    ...cut.map((text) => `cut: ${text}`),
    ...merged.map((text) => `merged: ${text}`),
    ...parted.map((text) => `parted: ${text}`),
  ].filter((fault) => fault !== "");
}

/** Which faults cost most, and the documents that lose most by each. */
function printFaultsOfTables(
  title: string,
  documents: readonly LabelledDocument[],
  scores: readonly UnseenScore[],
): void {
  const lost = scores.flatMap(({ teds, faults }, at) =>
    teds.map((score, table) => ({ name: documents[at]?.name ?? "", fault: faults[table], loss: 1 - score })),
  );
  const rows = FAULTS.map((fault) => {
    const own = lost.filter((one) => one.fault === fault).toSorted((a, b) => b.loss - a.loss);
    const sum = own.reduce((total, { loss }) => total + loss, 0);
    const worst = own.slice(0, MOST_NAMED).map(({ name, loss }) => `${name} ${loss.toFixed(2)}`);
    return { sum, row: [fault, String(own.length), sum.toFixed(2), worst.join(", ")] };
  });
  printTable([
    [title, "tables", "TEDS lost", "most"],
    ...rows.toSorted((a, b) => b.sum - a.sum).map(({ row }) => row),
  ]);
}

function figures(scores: readonly UnseenScore[]): readonly string[] {
  const sum = (valueOf: (score: UnseenScore) => number): number =>
    scores.reduce((total, score) => total + valueOf(score), 0);
  const teds = scores.flatMap((score) => score.teds);
  const headings = sum((score) => score.headings);
  const missed = sum(({ missedHeadings }) => missedHeadings.length);
  const mean = teds.reduce((total, score) => total + score, 0) / Math.max(1, teds.length);
  return [
    scores.length,
    teds.length,
    mean.toFixed(3),
    sum((score) => score.missed),
    sum(({ invented }) => invented.length),
    headings,
    headings === 0 ? "–" : ((headings - missed) / headings).toFixed(3),
    sum(({ inventedHeadings }) => inventedHeadings.length),
    ...figuresOfGroups(scores),
  ].map(String);
}

function figuresOfGroups(scores: readonly UnseenScore[]): readonly (number | string)[] {
  const known = scores.flatMap(({ groups }) => (groups === undefined ? [] : [groups]));
  if (known.length === 0) return [];
  const sum = (valueOf: (score: GroupScore) => number): number =>
    known.reduce((total, score) => total + valueOf(score), 0);
  return [
    (sum(({ order }) => order) / known.length).toFixed(3),
    sum(({ blocks }) => blocks),
    sum(({ cut }) => cut.length),
    sum(({ merged }) => merged.length),
    sum(({ pairs }) => pairs),
    sum(({ parted }) => parted.length),
    scores.filter((score) => faultsOf(score).length === 0).length,
  ];
}
