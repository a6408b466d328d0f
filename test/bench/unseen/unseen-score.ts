import { type MarkdownStructure, markdownStructure } from "../quality/structure/markdown-structure.ts";
import { treeSimilarity } from "../quality/structure/structure-score.ts";
import type { TreeNode } from "../quality/structure/tree-edit-distance.ts";
import { type GroupScore, groupScore, isOfPairs } from "./group-score.ts";
import type { LabelledDocument, TextGroups } from "./labelled-document.ts";
import { normalText } from "./normal-text.ts";
import { type Fault, faultOf } from "./table-faults.ts";

/** What was found of a document's structure. */
export interface UnseenScore {
  /** TEDS of each table of the truth; 0 for a missed one. */
  readonly teds: readonly number[];
  /** The fault of each table of the truth. */
  readonly faults: readonly Fault[];
  readonly missed: number;
  /** The texts of tables that are none. */
  readonly invented: readonly string[];
  readonly headings: number;
  readonly missedHeadings: readonly string[];
  readonly inventedHeadings: readonly string[];
  /** How the texts of the document are parted, if that is known. */
  readonly groups?: GroupScore;
}

/** A found table is that of the truth with which it shares this many of its words, and none if it has fewer of all. */
const SHARED = 0.3;
const KNOWN = 0.5;

/** The texts of smaller tables are too short to compare. */
const SHORTEST_TABLE = 15;

export function unseenScore(
  { truth, isTablesOnly, groups }: LabelledDocument,
  markdown: string,
): UnseenScore {
  const one = markdownStructure(truth);
  const other = markdownStructure(markdown);
  const tables = tableScores(one.tables, withoutPairs(other.tables, groups));
  if (isTablesOnly) return { ...tables, headings: 0, missedHeadings: [], inventedHeadings: [] };
  const [own, found] = [headingsOf(one), headingsOf(other)];
  return {
    ...tables,
    headings: own.length,
    missedHeadings: without(own, found),
    inventedHeadings: without(
      without(found, own),
      (groups?.labels ?? []).map((text) => keyOf(text)),
    ),
    ...(groups === undefined ? {} : { groups: groupScore(groups, other.text, markdown) }),
  };
}

/** Labels with their values may be rows of a table, or none. */
function withoutPairs(tables: readonly TreeNode[], groups: TextGroups | undefined): readonly TreeNode[] {
  if (groups === undefined) return tables;
  return tables
    .map((table) => ({
      ...table,
      children: table.children.filter(
        (row) => !isOfPairs(row.children.map(({ text }) => text).join(""), groups),
      ),
    }))
    .filter(({ children }) => children.length > 0);
}

function tableScores(
  all: readonly TreeNode[],
  found: readonly TreeNode[],
): Pick<UnseenScore, "teds" | "faults" | "missed" | "invented"> {
  const truth = all
    .map((table) => ({ table: normalised(table), words: countOf(wordsOf(table)) }))
    .filter(({ table }) => isTable(table));
  const others = found.map((table) => ({ table: normalised(table), words: wordsOf(table), isTaken: false }));
  const known = countOf(all.flatMap((table) => wordsOf(table)));
  const scores = truth.map(({ table, words }) => {
    const [best] = others
      .filter(({ isTaken }) => !isTaken)
      .map((other) => ({ other, shared: sharedWith(other.words, words) }))
      .toSorted((a, b) => b.shared - a.shared);
    if (best === undefined || best.shared < SHARED * sizeOf(words))
      return { teds: 0, fault: faultOf(table, undefined) };
    best.other.isTaken = true;
    return { teds: treeSimilarity(table, best.other.table), fault: faultOf(table, best.other.table) };
  });
  const invented = others.filter(
    ({ isTaken, words }) => !isTaken && sharedWith(words, known) < KNOWN * Math.max(1, words.length),
  );
  return {
    teds: scores.map(({ teds }) => teds),
    faults: scores.map(({ fault }) => fault),
    missed: scores.filter(({ fault }) => fault === "missed").length,
    invented: invented.map(({ words }) => words.slice(0, 12).join(" ")),
  };
}

function isTable({ children }: TreeNode): boolean {
  const text = children.flatMap((row) => row.children.map((cell) => cell.text)).join("");
  return (
    children.length > 1 && children.some((row) => row.children.length > 1) && text.length > SHORTEST_TABLE
  );
}

/** Texts without blanks, leaders and the kinds of quotes and hyphens, and without rows that have no cell. */
function normalised(node: TreeNode): TreeNode {
  const text = normalText(node.text);
  const children = node.children.filter(({ label, children: own }) => label !== "tr" || own.length > 0);
  return { ...node, text, children: children.map((child) => normalised(child)) };
}

function wordsOf(table: TreeNode): readonly string[] {
  return table.children.flatMap((row) => row.children.flatMap(({ text }) => wordsIn(text)));
}

function wordsIn(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function countOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function sizeOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function sharedWith(words: readonly string[], counts: ReadonlyMap<string, number>): number {
  return [...countOf(words)].reduce((sum, [word, count]) => sum + Math.min(count, counts.get(word) ?? 0), 0);
}

/** "1.2", "Article 4" and "(a)" before a heading: Word's automatic numbers are no text of the file. */
const SECTION_NUMBER =
  /^\s*(?:(?:chapter|section|article|part)\s+)?(?:\d+(?:\.\d+)*|[A-Za-z]|[ivxIVX]+)[.):]?\s+/iu;

function headingsOf({ headings }: MarkdownStructure): readonly string[] {
  return headings.children
    .filter(({ label }) => label === "heading")
    .map(({ text }) => keyOf(text))
    .filter((text) => text !== "");
}

function keyOf(heading: string): string {
  return wordsIn(heading.replace(SECTION_NUMBER, "")).join("") || wordsIn(heading).join("");
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map(countOf(others));
  return texts.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
