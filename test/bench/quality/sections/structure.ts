import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath, startBrowser } from "../../../support/clients/browser.ts";
import type { Reader } from "../reader.ts";
import { madeDocuments } from "../structure/made-documents.ts";
import { madePdfs } from "../structure/made-truth.ts";
import { markdownStructure, tableTree } from "../structure/markdown-structure.ts";
import { pairedScores, structureScore } from "../structure/structure-score.ts";
import { trueTables } from "../structure/true-table-cells.ts";
import type { Bench, Section } from "./section.ts";

/** Markdown of documents made from HTML, and of real tables with known cells; see `structureScore`. */
export const structure: Section = {
  title: "Structure: reading order (NID), tables (TEDS), headings (MHS)",
  async measure(bench) {
    const readers = bench.readers.filter(({ markdown }) => markdown !== undefined);
    const documents = await writtenDocuments(bench, { tagged: false });
    const tagged = await writtenDocuments(bench, { tagged: true });
    const made = await Promise.all(readers.map((reader) => madeScores(reader, documents)));
    const madeTagged = await Promise.all(readers.map((reader) => madeScores(reader, tagged)));
    const real = await Promise.all(readers.map((reader) => realScores(reader, bench)));
    const row = (
      name: string,
      scoreOf: (scores: Scores) => readonly number[],
      of: readonly Scores[] = made,
    ): string[] => [name, ...of.map((scores) => mean(scoreOf(scores)))];
    return [
      ["", ...readers.map(({ name }) => name)],
      row(`NID, ${documents.length} made documents`, ({ nid }) => nid),
      row("TEDS, their tables", ({ teds }) => teds),
      row("MHS, their headings", ({ mhs }) => mhs),
      row("NID, the same with tags", ({ nid }) => nid, madeTagged),
      row("TEDS, with tags", ({ teds }) => teds, madeTagged),
      row("MHS, with tags", ({ mhs }) => mhs, madeTagged),
      [`TEDS, ${real[0]?.length ?? 0} real tables (ICDAR-2013)`, ...real.map((scores) => mean(scores))],
    ];
  },
};

interface WrittenDocument {
  readonly path: string;
  readonly truth: string;
}

async function writtenDocuments(
  { scratch }: Bench,
  { tagged }: { readonly tagged: boolean },
): Promise<readonly WrittenDocument[]> {
  const executable = chromiumPath();
  if (executable === undefined) return [];
  const browser = await startBrowser(executable);
  try {
    const made = await madePdfs(browser, madeDocuments(), { tagged });
    return made.map(({ pdf, truth }, index) => {
      const path = join(scratch, `structure-${tagged ? "tagged" : "plain"}-${index}.pdf`);
      writeFileSync(path, pdf);
      return { path, truth };
    });
  } finally {
    await browser.close();
  }
}

interface Scores {
  readonly nid: readonly number[];
  readonly teds: readonly number[];
  readonly mhs: readonly number[];
}

async function madeScores(reader: Reader, documents: readonly WrittenDocument[]): Promise<Scores> {
  const scores = [];
  for (const { path, truth } of documents) {
    scores.push(structureScore(truth, (await reader.markdown?.(path)) ?? ""));
  }
  return {
    nid: scores.map(({ nid }) => nid),
    teds: scores.flatMap(({ teds }) => teds),
    mhs: scores.flatMap(({ mhs }) => mhs ?? []),
  };
}

async function realScores(reader: Reader, { data }: Bench): Promise<readonly number[]> {
  if (data === undefined) return [];
  const scores: number[] = [];
  for (const { path, html } of trueTables(join(data, "structure/tables"))) {
    const found = markdownStructure((await reader.markdown?.(path)) ?? "").tables;
    scores.push(
      ...pairedScores(
        html.map((table) => tableTree(table)),
        found,
      ),
    );
  }
  return scores;
}

function mean(scores: readonly number[]): string {
  if (scores.length === 0) return "–";
  return (scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(3);
}
