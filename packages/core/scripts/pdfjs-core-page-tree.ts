import type { Replacement } from "./pdfjs-core-speed.ts";

/**
 * pdf.js walks the page tree from its root for every page. Pages are mostly read one after the other, so the walk for a
 * page goes on where that for a page before it ended: otherwise, the time for a flat tree grows with its square.
 */
export const PAGE_TREE_REPLACEMENTS: readonly Replacement[] = [
  {
    why: "the walk begins where the last one ended, if that is before the page; walks at the same time share nothing",
    find: `    const nodesToVisit = [this.toplevelPagesDict];
    const visitedNodes = new RefSet();
    const pagesRef = this.#catDict.getRaw("Pages");
    if (pagesRef instanceof Ref) {
      visitedNodes.put(pagesRef);
    }
    const xref = this.xref,
      pageKidsCountCache = this.pageKidsCountCache,
      pageIndexCache = this.pageIndexCache,
      pageDictCache = this.pageDictCache;
    let currentPageIndex = 0;
`,
    replace: `    const last = this.lastWalk?.next <= pageIndex ? this.lastWalk : null;
    if (last !== null) {
      this.lastWalk = null;
    }
    const nodesToVisit = last?.nodesToVisit ?? [this.toplevelPagesDict];
    const visitedNodes = last?.visitedNodes ?? new RefSet();
    const pagesRef = this.#catDict.getRaw("Pages");
    if (pagesRef instanceof Ref) {
      visitedNodes.put(pagesRef);
    }
    const xref = this.xref,
      pageKidsCountCache = this.pageKidsCountCache,
      pageIndexCache = this.pageIndexCache,
      pageDictCache = this.pageDictCache;
    let currentPageIndex = last?.next ?? 0;
`,
  },
  {
    why: "a node that stands in the tree twice is no circle if the last walk has passed it",
    find: `        if (visitedNodes.has(currentNode)) {
          throw new FormatError("Pages tree contains circular reference.");
        }
        visitedNodes.put(currentNode);
        const obj = await (pageDictCache`,
    replace: `        if (visitedNodes.has(currentNode)) {
          if (last !== null) {
            return this.getPageDict(pageIndex);
          }
          throw new FormatError("Pages tree contains circular reference.");
        }
        visitedNodes.put(currentNode);
        const obj = await (pageDictCache`,
  },
  {
    why: "where the walk for a page ended is kept; pages have no children, so that the same one may come again",
    find: `            if (currentPageIndex === pageIndex) {
              return [obj, currentNode];
            }
            currentPageIndex++;
`,
    replace: `            visitedNodes.remove(currentNode);
            if (currentPageIndex === pageIndex) {
              this.lastWalk = { nodesToVisit, visitedNodes, next: pageIndex + 1 };
              return [obj, currentNode];
            }
            currentPageIndex++;
`,
  },
];
