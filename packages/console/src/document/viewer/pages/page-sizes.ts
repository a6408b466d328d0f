import type { PageOutline } from "../../model/viewed-document.ts";
import type { ViewSettings } from "../view-settings.ts";

/** A4, for pages of which nothing is known. */
const USUAL = { width: 595, height: 842 };
/** Space in a row that is not a page: padding at both sides, the gap between the columns. */
const PADDING = 24;
const GAP = 12;
/** Caption above and space below a page. */
export const ROW_EXTRA = 44;

export interface PageSize {
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** CSS pixels a point. */
  readonly scale: number;
}

/** How large pages are drawn in a pane of a size. */
export interface Layout {
  readonly of: (outline: PageOutline | undefined) => PageSize;
  /** Width of each column in pixels. */
  readonly column: number;
}

export function layoutFor(
  pane: { readonly width: number; readonly height: number },
  { panes, fit, zoom }: ViewSettings,
  first: PageOutline | undefined,
): Layout {
  const inner = Math.max(120, pane.width - PADDING);
  const column = panes === "both" ? (inner - GAP) / 2 : inner;
  const usual = { width: first?.width ?? USUAL.width, height: first?.height ?? USUAL.height };
  return {
    column,
    of(outline) {
      const width = outline?.width ?? usual.width;
      const height = outline?.height ?? usual.height;
      const byWidth = column / width;
      const byHeight = Math.max(80, pane.height - ROW_EXTRA) / height;
      return { width, height, scale: zoom * (fit === "width" ? byWidth : Math.min(byWidth, byHeight)) };
    },
  };
}
