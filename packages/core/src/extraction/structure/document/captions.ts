import { isCaption } from "../decisions/caption.ts";
import { deciding } from "../../page/decision-log.ts";
import type { PageBlock, PageTextBlock } from "../model/page-structure.ts";
import { isText, type Placed } from "./document-page.ts";

/** A caption is at most this far from its figure or table, in multiples of its text size. */
const FARTHEST = 3.5;

/** The caption of each figure and table that has one directly above or below it. */
export function captionsOf(
  placed: readonly Placed[],
  running: ReadonlyMap<PageBlock, unknown>,
): ReadonlyMap<PageBlock, PageTextBlock> {
  const captions = new Map<PageBlock, PageTextBlock>();
  const taken = new Set<PageBlock>();
  for (const [index, one] of placed.entries()) {
    if (one.block.kind !== "figure" && one.block.kind !== "table") continue;
    const beside = [besideLabels(placed, index, -1), besideLabels(placed, index, 1)].find(
      (other) =>
        other !== undefined &&
        !taken.has(other.block) &&
        !running.has(other.block) &&
        isCaptionOf(other, one),
    );
    if (beside === undefined || !isText(beside)) continue;
    captions.set(one.block, beside.block);
    taken.add(beside.block);
  }
  return captions;
}

/** What is before or after a figure or table, beside the labels in it. */
function besideLabels(placed: readonly Placed[], index: number, step: 1 | -1): Placed | undefined {
  const next = placed[index + step];
  const isLabel = next !== undefined && isText(next) && next.block.role?.kind === "label";
  return isLabel ? placed[index + 2 * step] : next;
}

function isCaptionOf(text: Placed, owner: Placed): boolean {
  if (!isText(text) || text.page !== owner.page) return false;
  const [first] = text.block.lines;
  const isMarked = text.block.role?.kind === "caption";
  if (first === undefined || !(isMarked || isCaption(first.text))) return false;
  const { box: own } = text;
  const { box: other } = owner;
  const gap = Math.max(own.y0 - other.y1, other.y0 - own.y1);
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
