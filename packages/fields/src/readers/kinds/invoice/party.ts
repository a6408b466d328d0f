import type { Segment } from "../../../text/segment.ts";

/** A name of a party and the segments of the block that it heads. */
export interface Party {
  readonly name: Segment;
  /** The line above it, if the name begins there, and the line below it, if it goes on there. */
  readonly above?: Segment;
  readonly below?: Segment;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** The lines of the party: index of the first and after the last in the context's lines, and its left and right edge. */
  readonly area: PartyArea;
}

export interface PartyArea {
  readonly page: number;
  readonly y0: number;
  readonly y1: number;
  readonly x0: number;
  readonly x1: number;
}

interface Name {
  readonly start: number;
  readonly confidence: number;
  readonly last: Segment;
}

export function partyNamed(name: Segment, { start, confidence, last }: Name): Party {
  return { name, start, end: name.text.length, confidence, area: areaOf(name, [last]) };
}

export function areaOf({ page, box }: Segment, block: readonly Segment[]): PartyArea {
  const boxes = [box, ...block.map((segment) => segment.box)];
  return {
    page,
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}

/** True if a segment stands in the area of a party, or to the right of it in its lines as a value of its labels. */
export function isIn({ page, box }: Segment, area: PartyArea): boolean {
  const middle = (box.y0 + box.y1) / 2;
  return (
    page === area.page &&
    middle >= area.y0 - 1 &&
    middle <= area.y1 + 1 &&
    box.x1 > area.x0 - 2 &&
    box.x0 < area.x1 + 2
  );
}
