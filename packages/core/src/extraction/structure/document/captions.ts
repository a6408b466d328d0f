import { isCaption } from "../decisions/caption.ts";
import { deciding } from "../../page/decision-log.ts";
import type { PageBlock, PageTextBlock } from "../model/page-structure.ts";
import { isText, type Placed, type PlacedText } from "./document-page.ts";

/** A caption is at most this far from its figure or table, in multiples of its text size. */
const FARTHEST = 3.5;

/** The caption of each figure and table that has one directly above or below it; the nearer one if both are. */
export function captionsOf(
  placed: readonly Placed[],
  running: ReadonlyMap<PageBlock, unknown>,
): ReadonlyMap<PageBlock, PageTextBlock> {
  const captions = new Map<PageBlock, PageTextBlock>();
  const taken = new Set<PageBlock>();
  for (const [index, one] of placed.entries()) {
    if (one.block.kind !== "figure" && one.block.kind !== "table") continue;
    const [nearest] = [besideLabels(placed, index, -1), besideLabels(placed, index, 1)]
      .filter((other) => other !== undefined)
      .filter((other) => isText(other))
      .filter(({ block }) => !taken.has(block) && !running.has(block))
      .filter((other) => isCaptionOf(other, one))
      .toSorted((a, b) => gapBetween(a, one) - gapBetween(b, one));
    if (nearest === undefined) continue;
    captions.set(one.block, nearest.block);
    taken.add(nearest.block);
  }
  return captions;
}

/** What is before or after a figure or table, beside the labels in it. */
function besideLabels(placed: readonly Placed[], index: number, step: 1 | -1): Placed | undefined {
  const next = placed[index + step];
  const isLabel = next !== undefined && isText(next) && next.block.role?.kind === "label";
  return isLabel ? placed[index + 2 * step] : next;
}

function gapBetween({ box: a }: Placed, { box: b }: Placed): number {
  return Math.max(a.y0 - b.y1, b.y0 - a.y1);
}

function isCaptionOf(text: PlacedText, owner: Placed): boolean {
  if (text.page !== owner.page) return false;
  const [first] = text.block.lines;
  const isMarked = text.block.role?.kind === "caption";
  if (first === undefined || !(isMarked || isCaption(first.text))) return false;
  const { box: own } = text;
  const { box: other } = owner;
  const gap = gapBetween(text, owner);
  const isNear = gap < FARTHEST * text.block.style.size && own.x0 < other.x1 && own.x1 > other.x0;
  deciding.log?.recordOn(text.page.number, {
    question: "caption",
    accepted: isNear,
    outcome: isNear
      ? `The caption of the ${owner.block.kind} beside it.`
      : `Worded like a caption, but not directly above or below the ${owner.block.kind}.`,
    box: own,
    reasons: [
      { fact: "distance, in text sizes", value: gap / text.block.style.size, limit: `less than ${FARTHEST}` },
      { fact: "tagged as a caption", value: isMarked ? "yes" : "no" },
    ],
  });
  return isNear;
}
