import { MAX_INHERITANCE_DEPTH } from "./budgets.ts";
import { Dict, Ref, type XRef } from "../generated/pdfjs-core.mjs";

/** The values of trees by their roots: looking through a tree for every page would take n² steps. */
const known = new WeakMap<Dict, ReadonlyMap<unknown, unknown>>();

/** The value of a key in a number tree, whose keys are numbers, or in a name tree, whose keys are texts. */
export function treeValue(root: unknown, key: number | string, xref: XRef): unknown {
  if (!(root instanceof Dict)) return undefined;
  let values = known.get(root);
  if (values === undefined) {
    values = valuesOf(root, xref);
    known.set(root, values);
  }
  return xref.fetchIfRef(values.get(key));
}

/** The values of all keys, not yet fetched. Of a key that stands in the tree twice, the first one counts. */
function valuesOf(root: Dict, xref: XRef): ReadonlyMap<unknown, unknown> {
  const values = new Map<unknown, unknown>();
  const seen = new Set<string>();
  const walk = (node: unknown, depth: number): void => {
    if (!(node instanceof Dict) || depth > MAX_INHERITANCE_DEPTH) return;
    for (const name of ["Nums", "Names"]) addPairs(node.get(name), values, xref);
    const kids = node.get("Kids");
    if (!Array.isArray(kids)) return;
    for (const kid of kids) {
      const reference = kid instanceof Ref ? kid.toString() : "";
      if (seen.has(reference)) continue;
      if (reference !== "") seen.add(reference);
      walk(xref.fetchIfRef(kid), depth + 1);
    }
  };
  walk(root, 0);
  return values;
}

function addPairs(pairs: unknown, values: Map<unknown, unknown>, xref: XRef): void {
  if (!Array.isArray(pairs)) return;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const key = xref.fetchIfRef(pairs[at]);
    if (!values.has(key)) values.set(key, pairs[at + 1]);
  }
}
