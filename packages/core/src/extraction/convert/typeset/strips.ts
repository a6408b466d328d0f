import type { PageCanvas } from "./pdf-pages.ts";
import type { Tag } from "./tags.ts";

/** A part of the text that no page break divides. Lengths are in points. */
export interface Strip {
  readonly height: number;
  /** How far it reaches to the right. */
  readonly width: number;
  /** Space above, unless it starts a page. */
  readonly spaceBefore: number;
  /** Starts a new page. */
  readonly breaksPage?: true;
  /** Repeated above it if it starts a page: the head of its table. */
  readonly head?: readonly Strip[];
  /** Draws it with its upper left corner at `x`, `y`; `repeated` for a head that was drawn before. */
  draw(canvas: PageCanvas, x: number, y: number, repeated?: "repeated"): void;
}

/** The height of strips one below the other. */
export function heightOf(strips: readonly Strip[]): number {
  return strips.reduce(
    (sum, { height, spaceBefore }, index) => sum + height + (index > 0 ? spaceBefore : 0),
    0,
  );
}

export function widthOf(strips: readonly Strip[]): number {
  return strips.reduce((width, strip) => Math.max(width, strip.width), 0);
}

/** Draws strips one below the other. */
export function drawStrips(
  strips: readonly Strip[],
  canvas: PageCanvas,
  { x, y, repeated }: { readonly x: number; readonly y: number; readonly repeated?: "repeated" | undefined },
): void {
  let at = y;
  for (const [index, strip] of strips.entries()) {
    if (index > 0) at += strip.spaceBefore;
    strip.draw(canvas, x, at, repeated);
    at += strip.height;
  }
}

/** The tag of content that may be repeated; a repetition is an artifact. */
export function tagUnless(repeated: "repeated" | undefined, tag: Tag | undefined): Tag | undefined {
  return repeated ? undefined : tag;
}
