import type { PageTags, TagElement } from "../../../page/page-tags.ts";
import { nameOf, structureRootOf } from "../document/structure-tree.ts";
import { treeValue } from "../document/tree-value.ts";
import { type CorePage, Dict, Ref, type XRef } from "../generated/pdfjs-core.mjs";
import { descriptionOf, kidsOf, standardType } from "./structure-element.ts";
import { type TaggedTable, taggedTable } from "./tagged-table.ts";

/** Deeper elements are damage, or in a circle. */
const MAX_DEPTH = 100;

/** More contradictions between elements and their parents than this share of a page's content are not believed. */
const MOST_CONTRADICTIONS = 0.05;

/** The tags of a page, and the index of each marked-content identifier in `PageTags.contents`; or why there are none. */
export type TagsOfPage =
  | { readonly tags: PageTags; readonly ranks: ReadonlyMap<number, number> }
  | { readonly fault: string };

/** Reads the structure tree of a document page by page. */
export interface DocumentTags {
  onPage(page: CorePage): TagsOfPage;
}

/** Undefined for an untagged document. */
export function documentTags(xref: XRef): DocumentTags | undefined {
  const found = structureRootOf(xref);
  if (found === undefined) return undefined;
  return found.isSuspect ? SUSPECT : new TagReader(found.root, xref);
}

const SUSPECT: DocumentTags = { onPage: () => ({ fault: "the document marks them as unreliable" }) };

const NOT_COVERING: TagsOfPage = { fault: "they cover too little of the text" };
const TOO_DEEP: TagsOfPage = { fault: "they are nested too deep or in a circle" };
const CONTRADICTORY: TagsOfPage = { fault: "they contradict each other" };
const DAMAGED: TagsOfPage = { fault: "they are damaged" };

interface Node {
  readonly id: string;
  readonly element: Dict;
  readonly type: string;
  readonly parent: Node | undefined;
  /** Its place among its parent's children; undefined if the parent does not list it. */
  readonly index: number | undefined;
}

/** Marked content of the page, or an element with its children. */
interface Branch {
  readonly node: Node | undefined;
  readonly children: { readonly index: number; readonly child: Branch | number }[];
}

class TagReader implements DocumentTags {
  readonly #root: Dict;
  readonly #xref: XRef;
  readonly #nodes = new Map<string, Node | undefined>();
  /** Indexes of children by reference, and of marked content by page and identifier. */
  readonly #kids = new Map<Dict, ReadonlyMap<string, number>>();
  readonly #tables = new Map<Dict, TaggedTable>();

  constructor(root: Dict, xref: XRef) {
    this.#root = root;
    this.#xref = xref;
  }

  onPage(page: CorePage): TagsOfPage {
    try {
      return this.#tagsOf(page);
    } catch {
      // Reading a damaged object throws; the page itself can be read.
      return DAMAGED;
    }
  }

  #tagsOf({ pageDict }: CorePage): TagsOfPage {
    const key = pageDict.get("StructParents");
    const parents =
      typeof key === "number" ? treeValue(this.#root.get("ParentTree"), key, this.#xref) : undefined;
    if (!Array.isArray(parents)) return NOT_COVERING;
    const page = pageDict.objId ?? "";
    const top: Branch = { node: undefined, children: [] };
    const branches = new Map<Node, Branch>();
    let contradictions = 0;
    for (const [id, parent] of parents.entries()) {
      if (!(parent instanceof Ref)) continue;
      const node = this.#nodeAt(parent);
      if (node === undefined) return TOO_DEEP;
      const index = this.#kidsOf(node.element).get(`${page} ${id}`);
      if (index === undefined || !isListed(node)) contradictions++;
      branchOf(node, branches, top).children.push({ index: index ?? id, child: id });
    }
    if (contradictions > MOST_CONTRADICTIONS * parents.length) return CONTRADICTORY;
    return this.#inOrder(top);
  }

  /** The element at a reference with its ancestors; undefined if they do not lead to the root. */
  #nodeAt(leaf: Ref): Node | undefined {
    const known = this.#nodes.get(leaf.toString());
    if (known !== undefined) return known;
    const path: (readonly [string, Dict, Ref])[] = [];
    let above: Node | undefined;
    let own: unknown = leaf;
    while (own instanceof Ref) {
      above = this.#nodes.get(own.toString());
      if (above !== undefined) break;
      const element = this.#xref.fetchIfRef(own);
      if (!(element instanceof Dict) || path.length > MAX_DEPTH) return undefined;
      if (nameOf(element.get("Type")) === "StructTreeRoot" || element === this.#root) break;
      path.push([own.toString(), element, own]);
      own = element.getRaw("P");
    }
    if (path.length + depthOf(above) > MAX_DEPTH) return undefined;
    for (const [id, element] of path.toReversed()) {
      const index = this.#kidsOf(above?.element ?? this.#root).get(id);
      above = { id, element, type: standardType(element, this.#root), parent: above, index };
      this.#nodes.set(id, above);
    }
    return above;
  }

  #kidsOf(element: Dict): ReadonlyMap<string, number> {
    const known = this.#kids.get(element);
    if (known !== undefined) return known;
    const page = String(element.getRaw("Pg"));
    const kids = new Map<string, number>();
    for (const [index, kid] of kidsOf(element).entries()) {
      if (typeof kid === "number") kids.set(`${page} ${kid}`, index);
      else if (kid instanceof Ref) kids.set(kid.toString(), index);
      else if (kid instanceof Dict && typeof kid.get("MCID") === "number")
        kids.set(`${kid.has("Pg") ? String(kid.getRaw("Pg")) : page} ${String(kid.get("MCID"))}`, index);
    }
    this.#kids.set(element, kids);
    return kids;
  }

  /** Numbers the elements and the marked content below `top` in reading order. */
  #inOrder(top: Branch): TagsOfPage {
    const elements: TagElement[] = [];
    const contents: number[] = [];
    const ranks = new Map<number, number>();
    const visit = ({ children }: Branch, parent: number): void => {
      for (const { child } of children.toSorted((a, b) => a.index - b.index)) {
        if (typeof child === "number") {
          ranks.set(child, contents.length);
          contents.push(parent);
        } else if (child.node !== undefined) {
          elements.push(this.#elementOf(child.node, parent));
          visit(child, elements.length - 1);
        }
      }
    };
    visit(top, -1);
    return { tags: { elements, contents }, ranks };
  }

  #elementOf(node: Node, parent: number): TagElement {
    const { id, type, element } = node;
    const own = { type, parent, id, description: descriptionOf(element) };
    if (type === "Table") return { ...own, table: this.#tableAt(element).size };
    if (type !== "TD" && type !== "TH") return own;
    let table = node.parent;
    while (table !== undefined && table.type !== "Table") table = table.parent;
    const cell = table && this.#tableAt(table.element).cells.get(id);
    return cell === undefined ? own : { ...own, cell };
  }

  #tableAt(element: Dict): TaggedTable {
    const known = this.#tables.get(element);
    if (known !== undefined) return known;
    const table = taggedTable(element, { root: this.#root, xref: this.#xref });
    this.#tables.set(element, table);
    return table;
  }
}

function depthOf(node: Node | undefined): number {
  let depth = 0;
  for (let own = node; own !== undefined; own = own.parent) depth++;
  return depth;
}

/** Whether all ancestors list the element or its ancestor among their children. */
function isListed(node: Node): boolean {
  for (let own: Node | undefined = node; own !== undefined; own = own.parent)
    if (own.index === undefined) return false;
  return true;
}

/** The branch of an element, added to those of its ancestors. */
function branchOf(node: Node, branches: Map<Node, Branch>, top: Branch): Branch {
  const known = branches.get(node);
  if (known !== undefined) return known;
  const branch: Branch = { node, children: [] };
  branches.set(node, branch);
  const above = node.parent === undefined ? top : branchOf(node.parent, branches, top);
  above.children.push({ index: node.index ?? 0, child: branch });
  return branch;
}
