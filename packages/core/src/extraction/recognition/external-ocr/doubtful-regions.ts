import { boxAround, type Rect } from "../../geometry/rect.ts";
import type { PictureText } from "../reading/read-picture.ts";
import { doubtfulParts } from "../doubts/doubtful-parts.ts";

/** Regions nearer to each other, in heights of their lines, are one. */
const NEAR = 1.5;

/** Room around a region for ascenders and flourishes, in heights of its lines. */
const MARGIN = 0.4;

/** Lower lines, in points, are dots and dashes. */
const LOWEST = 5;

/** Limit of regions for one picture: each is a request. */
const MOST_REGIONS = 16;

interface Region {
  readonly box: Rect;
  /** Height of its highest line. */
  readonly height: number;
}

/** Returns the regions of a picture that look handwritten: read with low calibrated confidence, or not at all. */
export function doubtfulRegions({ words, unread }: Pick<PictureText, "words" | "unread">): readonly Rect[] {
  const lines = doubtfulParts(words).flatMap((part) => boxAround(part.map(({ box }) => box)) ?? []);
  const boxes = [...lines, ...unread].filter(({ x0, x1, y0, y1 }) => y1 - y0 >= LOWEST && x1 - x0 > y1 - y0);
  const regions = boxes
    .toSorted((one, other) => one.y0 - other.y0)
    .reduce<readonly Region[]>((all, box) => joinedTo(all, { box, height: box.y1 - box.y0 }), []);
  return regions
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, MOST_REGIONS)
    .map(({ box: { x0, y0, x1, y1 }, height }) => {
      const by = MARGIN * height;
      return { x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by };
    });
}

function joinedTo(regions: readonly Region[], region: Region): readonly Region[] {
  const near = regions.filter((other) => isNear(other, region));
  if (near.length === 0) return [...regions, region];
  const joined = {
    box: boxAround([region.box, ...near.map(({ box }) => box)]),
    height: Math.max(region.height, ...near.map(({ height }) => height)),
  };
  return joinedTo(
    regions.filter((other) => !near.includes(other)),
    joined,
  );
}

function isNear(one: Region, other: Region): boolean {
  const by = NEAR * Math.min(one.height, other.height);
  const [a, b] = [one.box, other.box];
  return a.x0 - by < b.x1 && b.x0 - by < a.x1 && a.y0 - by < b.y1 && b.y0 - by < a.y1;
}

function sizeOf({ box: { x0, y0, x1, y1 } }: Region): number {
  return (x1 - x0) * (y1 - y0);
}
