import type { Frame } from "../../layout/directions/frame.ts";
import type { ReadingGlyphs } from "../../layout/glyphs/reading-glyphs.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { PageLink } from "../../page/page-content.ts";
import { type Rect, sharedArea } from "../../geometry/rect.ts";
import type { LineLink } from "../model/page-structure.ts";
import { glyphOffsets } from "./glyph-offsets.ts";
import { WORD } from "./words-at.ts";

export interface LinkSearch {
  readonly links: readonly PageLink[];
  readonly glyphs: ReadingGlyphs;
  readonly frame: Frame;
}

/** The links on a segment: on characters, or on words of a right-to-left text. */
export function linksOn(segment: Segment, box: Rect, search: LinkSearch): readonly LineLink[] {
  const near = search.links.filter((link) => sharedArea(link.box, box) > 0);
  if (near.length === 0) return [];
  const offsets = glyphOffsets(segment, search.glyphs);
  return offsets === undefined
    ? linksOnWords(segment, near, search)
    : linksOnGlyphs(segment, offsets, near, search);
}

/** Above the baseline by this fraction of the size, text of all sizes has ink. */
const MIDDLE = 0.25;

function linksOnGlyphs(
  { glyphs: members = new Int32Array(0) }: Segment,
  offsets: Int32Array,
  near: readonly PageLink[],
  { glyphs, frame }: LinkSearch,
): readonly LineLink[] {
  const found: LineLink[] = [];
  for (let k = 0; k < members.length; k++) {
    const i = members[k] ?? 0;
    const x = (glyphs.left(i) + glyphs.right(i)) / 2;
    const url = urlAt(near, frame, x, glyphs.baseline(i) - MIDDLE * glyphs.size(i));
    const start = offsets[k] ?? 0;
    if (url !== undefined) addLink(found, { start, end: start + glyphs.text(i).length, url });
  }
  return found;
}

function linksOnWords(
  { words }: Segment,
  near: readonly PageLink[],
  { frame }: LinkSearch,
): readonly LineLink[] {
  const found: LineLink[] = [];
  for (let at = 0; at < words.length; at += WORD) {
    const [start = 0, end = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0] = words.slice(at, at + WORD);
    const url = urlAt(near, frame, (x0 + x1) / 2, (y0 + y1) / 2);
    if (url !== undefined) addLink(found, { start, end, url });
  }
  return found;
}

/** The target of the first link that contains a point of the frame. */
function urlAt(links: readonly PageLink[], { cos, sin }: Frame, x: number, y: number): string | undefined {
  const onPageX = x * cos - y * sin;
  const onPageY = x * sin + y * cos;
  for (const { box, url } of links)
    if (onPageX >= box.x0 && onPageX <= box.x1 && onPageY >= box.y0 && onPageY <= box.y1) return url;
  return undefined;
}

/** Adds a link; one that goes on after a space is one. */
export function addLink(found: LineLink[], own: LineLink): void {
  const last = found.at(-1);
  if (last?.url === own.url && own.start - last.end <= 1) found[found.length - 1] = { ...last, end: own.end };
  else found.push(own);
}
