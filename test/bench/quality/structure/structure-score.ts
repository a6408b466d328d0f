import { type MarkdownStructure, markdownStructure } from "./markdown-structure.ts";
import { indelRatio, textDistance } from "./text-distance.ts";
import { nodeCount, treeEditDistance, type TreeNode } from "./tree-edit-distance.ts";

/**
 * The scores of opendataloader-bench (https://github.com/opendataloader-project/opendataloader-bench, README, section 7),
 * each 0 to 1; undefined if the truth has no table or no heading. Other than there, every table counts, not only the
 * first: truth and result are paired by the highest score, and a table without a partner counts 0.
 */
export interface StructureScore {
  /** Order and completeness of the text: normalised indel similarity. */
  readonly nid: number;
  /** Tables: tree edit distance similarity, for each table of the truth. */
  readonly teds: readonly number[];
  /** Headings and their content: tree edit distance similarity of the flat heading tree. */
  readonly mhs: number | undefined;
}

export function structureScore(truth: string, found: string): StructureScore {
  const one = markdownStructure(truth);
  const other = markdownStructure(found);
  return {
    nid: indelRatio(one.text, other.text),
    teds: pairedScores(one.tables, other.tables),
    mhs: headingScore(one, other),
  };
}

function headingScore(
  { headings: truth }: MarkdownStructure,
  { headings: found }: MarkdownStructure,
): number | undefined {
  if (!truth.children.some(({ label }) => label === "heading")) return undefined;
  if (!found.children.some(({ label }) => label === "heading")) return 0;
  return treeSimilarity(truth, found);
}

/** The score of each table of the truth with the table that it is paired with. */
export function pairedScores(truth: readonly TreeNode[], found: readonly TreeNode[]): readonly number[] {
  const pairs = truth
    .flatMap((one, i) => found.map((other, j) => ({ i, j, score: treeSimilarity(one, other) })))
    .toSorted((a, b) => b.score - a.score);
  const scores = truth.map(() => 0);
  const takenTruth = new Set<number>();
  const takenFound = new Set<number>();
  for (const { i, j, score } of pairs) {
    if (takenTruth.has(i) || takenFound.has(j)) continue;
    takenTruth.add(i);
    takenFound.add(j);
    scores[i] = score;
  }
  return scores;
}

/** Tree edit distance similarity, 0 to 1. */
export function treeSimilarity(a: TreeNode, b: TreeNode): number {
  const most = Math.max(nodeCount(a), nodeCount(b), 1);
  return Math.max(0, 1 - treeEditDistance(a, b, renameCost) / most);
}

function renameCost(a: TreeNode, b: TreeNode): number {
  return a.label === b.label ? textDistance(a.text, b.text) : 1;
}
