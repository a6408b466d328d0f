import type { PageTags, TagElement } from "../../page/page-tags.ts";
import type { TextRole } from "../model/page-structure.ts";

/** Successive marked content of one block-level element. */
export interface TagRun {
  /** The id of the element. */
  readonly element: string;
  /** What the tags say about the text; undefined if they only group it. */
  readonly role: TextRole | undefined;
  /** It is the marker of the list item with this id. */
  readonly labelOf: string | undefined;
  /** The table cell that contains it. */
  readonly cell: CellTag | undefined;
}

/** A cell of an outermost table. */
export interface CellTag {
  readonly table: TagElement;
  readonly element: TagElement;
}

export interface TagRuns {
  /** In reading order. */
  readonly runs: readonly TagRun[];
  /** The run of each marked content of the page. */
  readonly runOf: readonly number[];
}

/** Groups the marked content of a page by the block-level element that contains it. */
export function tagRuns(tags: PageTags): TagRuns {
  const owners = new Owners(tags.elements);
  const runs: TagRun[] = [];
  let last = -1;
  const runOf = tags.contents.map((content) => {
    const owner = owners.ownerOf(content);
    if (owner !== last || runs.length === 0) runs.push(owners.runOf(owner));
    last = owner;
    return runs.length - 1;
  });
  return { runs, runOf };
}

/** Elements inside a line, whatever contains them. */
const INLINE: ReadonlySet<string> = new Set(
  "Span Quote Reference BibEntry Link Annot Ruby RB RT RP Warichu WT WP Em Strong Sub NonStruct Private Form".split(
    " ",
  ),
);

/** Elements that are inside a line if a text contains them. */
const INLINE_IN_TEXT: ReadonlySet<string> = new Set(["Code", "Formula", "Lbl"]);

const TEXTS: ReadonlySet<string> = new Set(
  "P H H1 H2 H3 H4 H5 H6 Title Caption Note FENote LBody TD TH TOCI BlockQuote".split(" "),
);

const SECTIONS: ReadonlySet<string> = new Set(["Sect", "Art", "Part"]);

class Owners {
  readonly #elements: readonly TagElement[];
  /** The block-level element of each element; elements come before their children. */
  readonly #owners: number[] = [];

  constructor(elements: readonly TagElement[]) {
    this.#elements = elements;
    for (const [index, element] of elements.entries())
      this.#owners.push(this.#isInline(element) ? (this.#owners[element.parent] ?? index) : index);
  }

  ownerOf(element: number): number {
    return this.#owners[element] ?? element;
  }

  runOf(owner: number): TagRun {
    const element = this.#elements[owner];
    return {
      element: element?.id ?? "",
      role: this.#roleOf(owner),
      labelOf: element?.type === "Lbl" ? this.#parentOf(element)?.id : undefined,
      cell: this.#cellOf(owner),
    };
  }

  #isInline(element: TagElement): boolean {
    if (INLINE.has(element.type)) return element.parent >= 0;
    if (!INLINE_IN_TEXT.has(element.type)) return false;
    const owner = this.#elements[this.#owners[element.parent] ?? -1];
    return owner !== undefined && TEXTS.has(owner.type);
  }

  #parentOf({ parent }: TagElement): TagElement | undefined {
    return this.#elements[parent];
  }

  /** The element and its ancestors. */
  *#ancestors(index: number): Generator<TagElement> {
    for (let own = this.#elements[index]; own !== undefined; own = this.#parentOf(own)) yield own;
  }

  #roleOf(owner: number): TextRole | undefined {
    let role: TextRole | undefined;
    for (const element of this.#ancestors(owner)) {
      const { type } = element;
      if (type === "LI") return this.#itemRole(element);
      const own = ROLES.get(type);
      if (own !== undefined) return own;
      if (type === "H") return { kind: "heading", level: this.#depthOf(element) };
      if (type === "P" || type === "TOCI" || type === "BlockQuote") role = { kind: "paragraph" };
    }
    return role;
  }

  /** The level of a heading without a number: that of its section. */
  #depthOf(element: TagElement): number {
    let depth = 0;
    for (const { type } of this.#ancestors(this.#elements.indexOf(element))) if (SECTIONS.has(type)) depth++;
    return Math.min(6, Math.max(1, depth));
  }

  #itemRole(item: TagElement): TextRole {
    let depth = 0;
    let list = item.id;
    for (let own = this.#parentOf(item); own !== undefined; own = this.#parentOf(own)) {
      if (own.type !== "L") continue;
      depth++;
      list = own.id;
    }
    return { kind: "item", item: item.id, list, depth, label: "" };
  }

  #cellOf(owner: number): CellTag | undefined {
    let cell: TagElement | undefined;
    let found: CellTag | undefined;
    for (const element of this.#ancestors(owner)) {
      if (element.cell !== undefined) cell = element;
      if (element.type !== "Table") continue;
      if (cell !== undefined && (element.table?.columns ?? 0) > 1) found = { table: element, element: cell };
      cell = undefined;
    }
    return found;
  }
}

/** Roles by structure type; the nearest of an element and its ancestors counts. */
const ROLES: ReadonlyMap<string, TextRole> = new Map<string, TextRole>([
  ["H1", { kind: "heading", level: 1 }],
  ["H2", { kind: "heading", level: 2 }],
  ["H3", { kind: "heading", level: 3 }],
  ["H4", { kind: "heading", level: 4 }],
  ["H5", { kind: "heading", level: 5 }],
  ["H6", { kind: "heading", level: 6 }],
  ["Title", { kind: "title" }],
  ["Caption", { kind: "caption" }],
  ["Note", { kind: "footnote" }],
  ["FENote", { kind: "footnote" }],
  ["Code", { kind: "code" }],
  ["Formula", { kind: "formula" }],
  ["Artifact", { kind: "artifact" }],
]);
