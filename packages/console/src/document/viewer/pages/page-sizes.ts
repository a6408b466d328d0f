import type { PageOutline } from "../../model/viewed-document.ts";
import type { ViewSettings } from "../view-settings.ts";

/** A4, for pages of which nothing is known. */
const USUAL = { width: 595, height: 842 };
/** Space in a row that is not a page: padding at both sides, the gap between the columns. */
const PADDING = 24;
const GAP = 12;
/** Beside a long text, a picture is at least this wide: enough to see where one is on the page. */
const LEAST_PICTURE = 0.25;
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
  /** Width of the column of texts in pixels. */
  readonly text: number;
  /** Share of the picture beside its text, and the width that both share in pixels. */
  readonly split: number;
  readonly shared: number;
}

export interface Split {
  /** Share of the picture that the user has chosen. */
  readonly chosen: number | undefined;
  /** Pixels that the text needs to be seen whole; 0 if it is not known. */
  readonly textWidth: number;
}

export function layoutFor(
  pane: { readonly width: number; readonly height: number },
  { panes, fit, zoom }: ViewSettings,
  { first, chosen, textWidth }: Split & { readonly first: PageOutline | undefined },
): Layout {
  const inner = Math.max(120, pane.width - PADDING);
  const both = inner - GAP;
  const split = chosen ?? Math.min(0.5, Math.max(LEAST_PICTURE, (both - textWidth) / both));
  const picture = panes === "both" ? both * split : inner;
  const usual = { width: first?.width ?? USUAL.width, height: first?.height ?? USUAL.height };
  return {
    split,
    shared: both,
    text: panes === "both" ? both - picture : inner,
    of(outline) {
      const width = outline?.width ?? usual.width;
      const height = outline?.height ?? usual.height;
      const byWidth = picture / width;
      const byHeight = Math.max(80, pane.height - ROW_EXTRA) / height;
      return { width, height, scale: zoom * (fit === "width" ? byWidth : Math.min(byWidth, byHeight)) };
    },
  };
}

/** The columns of a row, as CSS has them. */
export function columnsOf({ split }: Layout, { panes }: ViewSettings): string {
  return panes === "both" ? `minmax(0, ${split}fr) minmax(0, ${1 - split}fr)` : "minmax(0, 1fr)";
}
