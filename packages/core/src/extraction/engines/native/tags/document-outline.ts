import type { OutlineEntry } from "../../../page/page-content.ts";
import { MAX_INHERITANCE_DEPTH } from "../document/budgets.ts";
import { pageGeometry } from "../document/page-geometry.ts";
import { treeValue } from "../document/tree-value.ts";
import { type CorePage, Dict, Name, Ref, stringToPDFString, type XRef } from "../generated/pdfjs-core.mjs";

/** More entries are left out. */
const MAX_ENTRIES = 5_000;

/** An entry, and where on its page it leads in default user space. */
interface Target {
  readonly title: string;
  readonly level: number;
  readonly point: readonly [x: number, y: number] | undefined;
}

/** The outline (bookmarks) of a document by page. */
export class DocumentOutline {
  readonly #xref: XRef;
  readonly #catalog: Dict;
  /** By the reference of the page, or its index. */
  readonly #targets = new Map<string, Target[]>();
  #entries = 0;

  constructor(xref: XRef) {
    this.#xref = xref;
    const catalog = xref.trailer.get("Root");
    this.#catalog = catalog instanceof Dict ? catalog : Dict.empty;
    try {
      const outlines = this.#catalog.get("Outlines");
      if (outlines instanceof Dict) this.#readBelow(outlines, 1, new Set());
    } catch {
      // Reading a damaged object throws; the entries before it are kept.
    }
  }

  /** The entries that lead to a page, in the order of the outline. */
  entriesOn(page: CorePage, index: number): readonly OutlineEntry[] {
    const byReference = this.#targets.get(page.pageDict.objId ?? "") ?? [];
    const targets = [...byReference, ...(this.#targets.get(String(index)) ?? [])];
    const [, b, , d, , f] = pageGeometry(page).toPage;
    return targets.map(({ title, level, point }) => ({
      title,
      level,
      ...(point && { y: b * point[0] + d * point[1] + f }),
    }));
  }

  #readBelow(parent: Dict, level: number, seen: Set<string>): void {
    if (level > MAX_INHERITANCE_DEPTH) return;
    let raw = parent.getRaw("First");
    while (raw instanceof Ref && !seen.has(raw.toString()) && this.#entries < MAX_ENTRIES) {
      seen.add(raw.toString());
      this.#entries++;
      const entry = this.#xref.fetchIfRef(raw);
      if (!(entry instanceof Dict)) return;
      this.#add(entry, level);
      this.#readBelow(entry, level + 1, seen);
      raw = entry.getRaw("Next");
    }
  }

  #add(entry: Dict, level: number): void {
    const title = entry.get("Title");
    const target = this.#destinationOf(entry);
    const [page, fit, left, top] = target;
    const key = page instanceof Ref || typeof page === "number" ? String(page) : undefined;
    if (typeof title !== "string" || key === undefined) return;
    const targets = this.#targets.get(key) ?? [];
    this.#targets.set(key, targets);
    const y = fit instanceof Name && fit.name === "XYZ" ? top : left;
    const x = typeof left === "number" ? left : 0;
    const point = typeof y === "number" ? ([x, y] as const) : undefined;
    targets.push({ title: stringToPDFString(title), level, point });
  }

  /** The array of an explicit destination; empty if there is none. */
  #destinationOf(entry: Dict): readonly unknown[] {
    const action = entry.get("A");
    const named = entry.get("Dest") ?? (action instanceof Dict ? action.get("D") : undefined);
    const found = typeof named === "string" || named instanceof Name ? this.#named(named) : named;
    const target = found instanceof Dict ? found.get("D") : found;
    return Array.isArray(target) ? target : [];
  }

  #named(name: string | Name): unknown {
    const key = typeof name === "string" ? name : name.name;
    const old = this.#catalog.get("Dests");
    if (old instanceof Dict && old.has(key)) return old.get(key);
    const names = this.#catalog.get("Names");
    return names instanceof Dict ? treeValue(names.get("Dests"), key, this.#xref) : undefined;
  }
}
