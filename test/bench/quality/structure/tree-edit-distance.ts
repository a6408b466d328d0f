/** A node of an ordered tree. */
export interface TreeNode {
  readonly label: string;
  /** Compared only between nodes of one label. */
  readonly text: string;
  readonly children: readonly TreeNode[];
}

/** The cost of turning one node into another, 0 to 1. */
export type RenameCost = (a: TreeNode, b: TreeNode) => number;

/**
 * The edit distance of ordered trees by Zhang and Shasha (1989), with a cost of 1 for inserting or deleting a node; the
 * distance that APTED computes.
 */
export function treeEditDistance(a: TreeNode, b: TreeNode, rename: RenameCost): number {
  const one = indexed(a);
  const other = indexed(b);
  const width = other.nodes.length;
  const distances = new Float64Array(one.nodes.length * width);
  const costs = new Float64Array(one.nodes.length * width).fill(-1);
  const cost = (i: number, j: number): number => {
    const at = i * width + j;
    const known = costs[at] ?? -1;
    if (known >= 0) return known;
    const [from, to] = [one.nodes[i], other.nodes[j]];
    const found = from === undefined || to === undefined ? 1 : rename(from, to);
    costs[at] = found;
    return found;
  };
  for (const i of one.keyRoots) {
    for (const j of other.keyRoots) fill({ one, other, i, j }, distances, cost);
  }
  return distances[distances.length - 1] ?? 0;
}

/** The number of nodes of a tree. */
export function nodeCount({ children }: TreeNode): number {
  return children.reduce((sum, child) => sum + nodeCount(child), 1);
}

interface Indexed {
  /** In postorder. */
  readonly nodes: readonly TreeNode[];
  /** The leftmost leaf below each node. */
  readonly leftmost: readonly number[];
  readonly keyRoots: readonly number[];
}

function indexed(root: TreeNode): Indexed {
  const nodes: TreeNode[] = [];
  const leftmost: number[] = [];
  const visit = (node: TreeNode): number => {
    const leaves = node.children.map((child) => visit(child));
    nodes.push(node);
    leftmost.push(leaves[0] ?? nodes.length - 1);
    return leaves[0] ?? nodes.length - 1;
  };
  visit(root);
  const last = new Map(leftmost.map((leaf, index) => [leaf, index]));
  return { nodes, leftmost, keyRoots: [...last.values()].toSorted((a, b) => a - b) };
}

interface Pair {
  readonly one: Indexed;
  readonly other: Indexed;
  readonly i: number;
  readonly j: number;
}

/** Fills in the distances of the subtrees below a pair of key roots. */
function fill(
  { one, other, i, j }: Pair,
  distances: Float64Array,
  cost: (i: number, j: number) => number,
): void {
  const fromA = one.leftmost[i] ?? 0;
  const fromB = other.leftmost[j] ?? 0;
  const columns = j - fromB + 2;
  const forest = new Float64Array((i - fromA + 2) * columns);
  for (let y = 1; y < columns; y++) forest[y] = y;
  for (let a = fromA; a <= i; a++) {
    const row = (a - fromA + 1) * columns;
    forest[row] = a - fromA + 1;
    for (let b = fromB; b <= j; b++) {
      const at = row + b - fromB + 1;
      const edit = Math.min(Number(forest[at - columns]), Number(forest[at - 1])) + 1;
      const [leafA, leafB] = [one.leftmost[a] ?? 0, other.leftmost[b] ?? 0];
      const place = a * other.nodes.length + b;
      if (leafA === fromA && leafB === fromB) {
        forest[at] = Math.min(edit, Number(forest[at - columns - 1]) + cost(a, b));
        distances[place] = forest[at] ?? 0;
      } else {
        const before = (leafA - fromA) * columns + leafB - fromB;
        forest[at] = Math.min(edit, Number(forest[before]) + Number(distances[place]));
      }
    }
  }
}
