import type { TreeNode } from "../quality/structure/tree-edit-distance.ts";

/** How a found table differs from that of the truth, as far as it explains what its score lost. */
export const FAULTS = [
  "missed",
  "columns joined",
  "columns parted",
  "rows of the head joined",
  "rows of the head parted",
  "cells of the head",
  "rows joined",
  "rows parted",
  "cells",
  "none",
] as const;
export type Fault = (typeof FAULTS)[number];

/** The first fault that a table has: columns decide on all cells, the head on the rows below. */
export function faultOf(truth: TreeNode, found: TreeNode | undefined): Fault {
  if (found === undefined) return "missed";
  const columns = columnsOf(found) - columnsOf(truth);
  if (columns !== 0) return columns < 0 ? "columns joined" : "columns parted";
  const [own, others] = [truth.children.map((row) => keyOf(row)), found.children.map((row) => keyOf(row))];
  const known = new Set(others);
  const same = own.findIndex((key) => known.has(key));
  if (own.every((key, row) => key === others[row]) && own.length === others.length) return "none";
  // Rows of the body are often alike, so the first one that was found ends the head.
  const [head, foundHead] = same < 0 ? [0, 0] : [same, others.indexOf(own[same] ?? "")];
  const rest = [own.slice(head), others.slice(foundHead)].map((keys) => keys.join("\n"));
  if (rest[0] === rest[1] && head > 0)
    return kindOf(foundHead - head, [
      "rows of the head joined",
      "cells of the head",
      "rows of the head parted",
    ]);
  return kindOf(others.length - own.length, ["rows joined", "cells", "rows parted"]);
}

function kindOf(more: number, [fewer, same, parted]: readonly [Fault, Fault, Fault]): Fault {
  if (more === 0) return same;
  return more < 0 ? fewer : parted;
}

function keyOf({ children }: TreeNode): string {
  return children.map(({ label, text }) => `${label} ${text}`).join("|");
}

function columnsOf({ children: [first] }: TreeNode): number {
  return (first?.children ?? []).reduce((sum, { label }) => sum + Number(/\d+$/u.exec(label)?.[0] ?? 1), 0);
}
