import type { Outline, Rule } from "../../page/page-content.ts";

/** How far, in points, the ends of sides that were drawn one by one may miss each other. */
const TOLERANCE = 1;

/** Sides that are boxed in less than this, in points, or in more, are no check box. */
const MIN_SIDE = 4;
const MAX_SIDE = 28;
const MAX_ASPECT = 1.3;

/** More lines of the size of a side are a drawing, and comparing each with each would take long. */
const MAX_SIDES = 1000;

/** Small boxes whose four sides were drawn as lines of their own. Boxes in a row that share sides are a comb or grid. */
export function boxesFromRules(rules: readonly Rule[]): Outline[] {
  const horizontal = new Map<string, Rule[]>();
  const vertical = new Map<string, Rule[]>();
  for (const rule of rules) {
    const [width, height] = [rule.x1 - rule.x0, rule.y1 - rule.y0];
    if (width >= MIN_SIDE && width <= MAX_SIDE && height < TOLERANCE)
      file(horizontal, cell(rule.x0, rule.x1), rule);
    if (height >= MIN_SIDE && height <= MAX_SIDE && width < TOLERANCE)
      file(vertical, cell(rule.y0, rule.y1), rule);
  }
  const tops = [...horizontal.values()].flat();
  if (tops.length > MAX_SIDES) return [];
  const boxes = tops.flatMap((top) => boxUnder(top, horizontal, vertical));
  return boxes.filter(({ box }) => !boxes.some((other) => sharesSide(box, other.box)));
}

type Filed = ReadonlyMap<string, readonly Rule[]>;

function boxUnder(top: Rule, horizontal: Filed, vertical: Filed): Outline[] {
  const width = top.x1 - top.x0;
  const bottom = near(horizontal, top.x0, top.x1).find((rule) => {
    const height = rule.y0 - top.y0;
    return height >= MIN_SIDE && Math.max(width / height, height / width) <= MAX_ASPECT;
  });
  if (!bottom) return [];
  const sides = near(vertical, top.y0, bottom.y0);
  const closed = [top.x0, top.x1].every((x) => sides.some((side) => Math.abs(side.x0 - x) <= TOLERANCE));
  return closed
    ? [{ kind: "box", box: { x0: top.x0, y0: top.y0, x1: top.x1, y1: bottom.y0 }, filled: false }]
    : [];
}

function sharesSide(box: Outline["box"], other: Outline["box"]): boolean {
  if (box === other) return false;
  const besides = Math.abs(box.y0 - other.y0) <= TOLERANCE && touches(box.x0, box.x1, other.x0, other.x1);
  const below = Math.abs(box.x0 - other.x0) <= TOLERANCE && touches(box.y0, box.y1, other.y0, other.y1);
  return besides || below;
}

function touches(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  return Math.abs(start - otherEnd) <= TOLERANCE || Math.abs(end - otherStart) <= TOLERANCE;
}

/** Rules are filed by both ends, in steps of twice the tolerance. */
function cell(start: number, end: number): string {
  return `${Math.round(start / (2 * TOLERANCE))} ${Math.round(end / (2 * TOLERANCE))}`;
}

function file(filed: Map<string, Rule[]>, key: string, rule: Rule): void {
  const rules = filed.get(key);
  if (rules) rules.push(rule);
  else filed.set(key, [rule]);
}

/** The rules whose ends are near the given ones, in the order in which they lie on the page. */
function near(filed: Filed, start: number, end: number): Rule[] {
  const keys = new Set<string>();
  for (const a of [-TOLERANCE, TOLERANCE])
    for (const b of [-TOLERANCE, TOLERANCE]) keys.add(cell(start + a, end + b));
  return [...keys].flatMap((key) => filed.get(key) ?? []).toSorted((a, b) => a.y0 - b.y0);
}
