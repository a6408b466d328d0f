import { boxOnPage, type Frame } from "../../layout/directions/frame.ts";
import type { ReadingGlyphs } from "../../layout/glyphs/reading-glyphs.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { PageLink } from "../../page/page-content.ts";
import { type Rect, sharedArea } from "../../page/rect.ts";
import type { LineLink } from "../model/page-structure.ts";
import { glyphOffsets } from "./glyph-offsets.ts";
import { WORD } from "./words-at.ts";

export interface LinkSearch {
  readonly links: readonly PageLink[];
  readonly glyphs: ReadingGlyphs;
  readonly frame: Frame;
}

/** The links on a segment: on characters, or on words of a right-to-left text. */
export function linksOn(
  segment: Segment,
  box: Rect,
  { links, glyphs, frame }: LinkSearch,
): readonly LineLink[] {
  const near = links.filter((link) => sharedArea(link.box, box) > 0);
  if (near.length === 0) return [];
  const found: LineLink[] = [];
  const add = (start: number, end: number, own: Rect): void => {
    const middle = boxOnPage(frame, own);
    const url = near.find((link) => isInside(middle, link.box))?.url;
    if (url !== undefined) addLink(found, { start, end, url });
  };
  const { words, glyphs: members = new Int32Array(0) } = segment;
  const offsets = glyphOffsets(segment, glyphs);
  for (let k = 0; offsets !== undefined && k < members.length; k++) {
    const i = members[k] ?? 0;
    const start = offsets[k] ?? 0;
    add(start, start + glyphs.text(i).length, glyphBox(glyphs, i));
  }
  for (let at = 0; offsets === undefined && at < words.length; at += WORD) {
    const [start = 0, end = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0] = words.slice(at, at + WORD);
    add(start, end, { x0, y0, x1, y1 });
  }
  return found;
}

/** Above the baseline by this fraction of the size, text of all sizes has ink. */
const MIDDLE = 0.25;

function glyphBox(glyphs: ReadingGlyphs, i: number): Rect {
  const y = glyphs.baseline(i) - MIDDLE * glyphs.size(i);
  return { x0: glyphs.left(i), x1: glyphs.right(i), y0: y, y1: y };
}

function isInside(own: Rect, link: Rect): boolean {
  const x = (own.x0 + own.x1) / 2;
  const y = (own.y0 + own.y1) / 2;
  return x >= link.x0 && x <= link.x1 && y >= link.y0 && y <= link.y1;
}

/** Adds a link; one that goes on after a space is one. */
export function addLink(found: LineLink[], own: LineLink): void {
  const last = found.at(-1);
  if (last?.url === own.url && own.start - last.end <= 1) found[found.length - 1] = { ...last, end: own.end };
  else found.push(own);
}
