import { MAX_INHERITANCE_DEPTH } from "./budgets.ts";
import { type CorePage, Dict, Name, Ref, type XRef } from "../generated/pdfjs-core.mjs";
import { treeValue } from "./tree-value.ts";

/** The structure tree of a tagged document, as far as it defines the reading order. */
export interface StructureTree {
  /** The block number, in reading order, for each marked-content identifier of a page. */
  blocksOf(page: CorePage): ReadonlyMap<number, number>;
}

/** Elements that are laid out as one block although they contain paragraphs: their parts are side by side. */
const ROWS: ReadonlySet<string> = new Set(["TR", "LI", "TOCI"]);

/** Inline elements. */
const INLINE: ReadonlySet<string> = new Set([
  "Span",
  "Quote",
  "Reference",
  "BibEntry",
  "Code",
  "Link",
  "Annot",
  "Ruby",
  "RB",
  "RT",
  "RP",
  "Warichu",
  "WT",
  "WP",
  "Lbl",
  "Em",
  "Strong",
  "Sub",
]);

/** Undefined for an untagged document, or one that marks its tags as suspect. */
export function structureTreeOf(xref: XRef): StructureTree | undefined {
  const found = structureRootOf(xref);
  return found === undefined || found.isSuspect ? undefined : new TaggedDocument(found.root, xref);
}

/** The root of the structure tree, and whether the document marks its tags as suspect. */
export function structureRootOf(
  xref: XRef,
): { readonly root: Dict; readonly isSuspect: boolean } | undefined {
  const catalog = xref.trailer.get("Root");
  const root = catalog instanceof Dict ? catalog.get("StructTreeRoot") : undefined;
  if (!(catalog instanceof Dict) || !(root instanceof Dict)) return undefined;
  const marking = catalog.get("MarkInfo");
  return { root, isSuspect: marking instanceof Dict && marking.get("Suspects") === true };
}

/** The position of an element in the tree: child indexes from the root down. */
type Path = readonly number[];

class TaggedDocument implements StructureTree {
  readonly #root: Dict;
  readonly #xref: XRef;
  /** The indexes of an element's children by reference; lists of some documents have thousands. */
  readonly #children = new Map<Dict, ReadonlyMap<string, number>>();

  constructor(root: Dict, xref: XRef) {
    this.#root = root;
    this.#xref = xref;
  }

  blocksOf({ pageDict }: CorePage): ReadonlyMap<number, number> {
    const key = pageDict.get("StructParents");
    const parents =
      typeof key === "number" ? treeValue(this.#root.get("ParentTree"), key, this.#xref) : undefined;
    if (!Array.isArray(parents)) return new Map();
    const places = new Map<number, Path>();
    for (const [id, parent] of parents.entries()) {
      const path = this.#blockPath(parent);
      if (path !== undefined) places.set(id, path);
    }
    return numbered(places);
  }

  /** The path of the block that contains an element; undefined if it is not in the tree. */
  #blockPath(leaf: unknown): Path | undefined {
    const path: number[] = [];
    const types: string[] = [];
    let own = leaf;
    while (path.length < MAX_INHERITANCE_DEPTH) {
      const element = this.#xref.fetchIfRef(own);
      if (!(own instanceof Ref && element instanceof Dict)) return undefined;
      if (isRoot(element)) return path.slice(blockAmong(types)).toReversed();
      const above = element.getRaw("P");
      types.push(this.#typeOf(element));
      path.push(this.#indexIn(this.#xref.fetchIfRef(above), own));
      own = above;
    }
    return undefined;
  }

  /** The standard structure type of an element. */
  #typeOf(element: Dict): string {
    const type = nameOf(element.get("S"));
    const roles = this.#root.get("RoleMap");
    return roles instanceof Dict ? nameOf(roles.get(type)) || type : type;
  }

  #indexIn(parent: unknown, child: Ref): number {
    if (!(parent instanceof Dict)) return 0;
    let children = this.#children.get(parent);
    if (children === undefined) {
      const kids = parent.get("K");
      const references = Array.isArray(kids) ? kids.map(String) : [];
      children = new Map(references.map((reference, index) => [reference, index]));
      this.#children.set(parent, children);
    }
    return children.get(child.toString()) ?? 0;
  }
}

/** The index of the block-level element among an element and its ancestors. */
function blockAmong(types: readonly string[]): number {
  const row = types.findIndex((type) => ROWS.has(type));
  return row >= 0
    ? row
    : Math.max(
        0,
        types.findIndex((type) => !INLINE.has(type)),
      );
}

function isRoot(element: Dict): boolean {
  return nameOf(element.get("Type")) === "StructTreeRoot";
}

export function nameOf(value: unknown): string {
  return value instanceof Name ? value.name : "";
}

/** Numbers blocks by position; equal positions are the same block. */
function numbered(places: ReadonlyMap<number, Path>): ReadonlyMap<number, number> {
  const ordered = [...places].toSorted(([, a], [, b]) => comparePaths(a, b));
  const numbers = new Map<number, number>();
  let number = -1;
  let last: Path | undefined;
  for (const [id, path] of ordered) {
    if (last === undefined || comparePaths(last, path) !== 0) number++;
    numbers.set(id, number);
    last = path;
  }
  return numbers;
}

/** Ancestors come before their descendants. */
function comparePaths(a: Path, b: Path): number {
  const at = a.findIndex((index, depth) => index !== b[depth]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}
