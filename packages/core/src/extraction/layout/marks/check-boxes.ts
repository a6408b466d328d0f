import type { CheckMark } from "../../page/check-mark.ts";
import type { FormField } from "../../page/form-field.ts";
import type { Outline, PageContent } from "../../page/page-content.ts";
import { areaOf, type Rect } from "../../geometry/rect.ts";
import { median } from "../../geometry/median.ts";
import { MARKED, UNMARKED } from "./fields.ts";
import type { Insert } from "../glyphs/insert.ts";
import { boxGlyphState, isTick } from "./box-glyphs.ts";

/** Check boxes and radio buttons of a page, and the glyphs that they replace. */
export interface CheckBoxes {
  readonly marks: readonly CheckMark[];
  readonly inserts: readonly Insert[];
  /** Indices into the page's glyphs. */
  readonly replaced: ReadonlySet<number>;
}

/** Side of an outline in multiples of the page's text size: smaller ones are bullets, larger ones cells. */
const SMALLEST = 0.5;
const LARGEST = 1.9;

/** The same for a likely square or ring in the page image. */
const LARGEST_LIKELY = 2.5;

/** Largest ratio of the longer to the shorter side. */
const OBLONG = 1.5;

/** Number of adjacent outlines that form a comb field. */
const COMB = 3;

/** Number of stacked outlines that form a column of check boxes. */
const FEWEST_IN_COLUMN = 3;

/** With at least this confidence, a square or ring in the page image counts regardless of size and label. */
const CLEAR = 0.94;

/** With at least this confidence, one in the page image may be larger if it has a label. */
const LIKELY = 0.9;

/**
 * A mark has few strokes: this many horizontal lines inside a box shade a picture, such as the arrow of a drop-down
 * list.
 */
const SHADED = 8;

/** More outlines than this on one page are a pattern or a map. */
const MOST_OUTLINES = 2000;

/** Sides closer than this, in points, are shared. */
const SHARED = 1.2;

/** Finds the drawn or written check boxes and radio buttons of a page, ignoring glyphs in `taken`. */
export function checkBoxesOf(content: PageContent, taken: ReadonlySet<number> = new Set()): CheckBoxes {
  const marks: CheckMark[] = [];
  const replaced = new Set(taken);
  for (const { outline, inside } of drawnBoxes(content)) {
    for (const i of inside) replaced.add(i);
    const { kind, box, filled, confidence = 1 } = outline;
    marks.push({ kind, marked: filled || inside.length > 0, confidence, box });
  }
  for (const { index, box, isMarked, isCircle, ticks } of writtenBoxes(content, replaced)) {
    replaced.add(index);
    for (const i of ticks) replaced.add(i);
    marks.push({ kind: isCircle ? "circle" : "box", marked: isMarked, confidence: 1, box });
  }
  return { marks, inserts: marks.map(insertOf), replaced };
}

function insertOf({ box, marked }: CheckMark): Insert {
  return { kind: "mark", text: marked ? MARKED : UNMARKED, box, size: 0, free: false };
}

/** The check boxes and radio buttons among the form fields of a page. */
export function fieldMarks({ fields }: PageContent): readonly CheckMark[] {
  return fields.filter(isButton).map(({ kind, checked, box }) => ({
    kind: kind === "radio" ? "circle" : "box",
    marked: checked === true,
    confidence: 1,
    box,
  }));
}

interface DrawnBox {
  readonly outline: Outline;
  /** The glyphs of the mark inside. */
  readonly inside: readonly number[];
}

function drawnBoxes(content: PageContent): readonly DrawnBox[] {
  if (content.outlines.length > MOST_OUTLINES) return [];
  const size = textSize(content);
  const fields = content.fields.filter((field) => isButton(field) || field.kind === "choice");
  const candidates = distinct(content.outlines).filter(
    (outline) =>
      (isClear(outline) || hasSizeOfBox(outline, size)) &&
      !fields.some((field) => overlap(field.box, outline.box)) &&
      !isShaded(content, outline.box),
  );
  const combs = cellsOfCombs(candidates);
  const hasRing = candidates.some((outline) => outline.kind === "circle" && !outline.filled);
  return candidates
    .filter((outline) => (outline.kind === "circle" ? hasRing || isClear(outline) : !combs.has(outline)))
    .flatMap((outline) => {
      const { box } = outline;
      const inside = glyphsInside(content, box);
      const standsForItself =
        isClear(outline) || hasLabel(content, box, inside) || isInColumn(box, candidates);
      return isMark(content, inside, outline.kind) && standsForItself ? [{ outline, inside }] : [];
    });
}

function isShaded({ rules }: PageContent, box: Rect): boolean {
  let lines = 0;
  for (const { x0, x1, y0, y1 } of rules) {
    const isInside = x0 > box.x0 && x1 < box.x1 && y0 > box.y0 && y1 < box.y1;
    if (isInside && x1 - x0 > y1 - y0 && ++lines >= SHADED) return true;
  }
  return false;
}

/** Only outlines found in an image have a confidence. */
function isClear({ confidence = 0 }: Outline): boolean {
  return confidence >= CLEAR;
}

function isButton(field: FormField): boolean {
  return field.kind === "checkbox" || field.kind === "radio";
}

function textSize({ glyphs }: PageContent): number {
  return median([...glyphs.size.subarray(0, glyphs.count)]) || 10;
}

function hasSizeOfBox({ box: { x0, x1, y0, y1 }, confidence = 0 }: Outline, size: number): boolean {
  const short = Math.min(x1 - x0, y1 - y0);
  const long = Math.max(x1 - x0, y1 - y0);
  const largest = confidence >= LIKELY ? LARGEST_LIKELY : LARGEST;
  return short >= SMALLEST * size && long <= largest * size && long <= OBLONG * short;
}

/** Removes outlines that are drawn twice, such as a frame around its own fill. */
function distinct(outlines: readonly Outline[]): readonly Outline[] {
  const kept: Outline[] = [];
  for (const outline of outlines) {
    const same = kept.findIndex((other) => overlap(other.box, outline.box));
    const other = kept[same];
    if (other === undefined) kept.push(outline);
    else if (areaOf(other.box) < areaOf(outline.box))
      kept[same] = { ...outline, filled: outline.filled || other.filled };
    else if (outline.filled && !other.filled) kept[same] = { ...other, filled: true };
  }
  return kept;
}

/** Whether the centre of the smaller box is inside the larger one. */
function overlap(a: Rect, b: Rect): boolean {
  const [small, large] = areaOf(a) < areaOf(b) ? [a, b] : [b, a];
  const x = (small.x0 + small.x1) / 2;
  const y = (small.y0 + small.y1) / 2;
  return x >= large.x0 && x <= large.x1 && y >= large.y0 && y <= large.y1;
}

/** The outlines that form rows of adjacent cells without gaps. */
function cellsOfCombs(outlines: readonly Outline[]): ReadonlySet<Outline> {
  const rows: Outline[][] = [];
  for (const outline of outlines.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const row = rows.find((members) => isNextTo(members.at(-1), outline));
    if (row === undefined) rows.push([outline]);
    else row.push(outline);
  }
  return new Set(rows.filter((row) => row.length >= COMB).flat());
}

function isNextTo(left: Outline | undefined, right: Outline): boolean {
  if (left === undefined) return false;
  return Math.abs(left.box.x1 - right.box.x0) < SHARED && Math.abs(left.box.y0 - right.box.y0) < SHARED;
}

function glyphsInside({ glyphs }: PageContent, box: Rect): readonly number[] {
  const inside: number[] = [];
  for (let i = 0; i < glyphs.count; i++) {
    const x = (glyphs.x[i] ?? 0) + (glyphs.advance[i] ?? 0) / 2;
    const y = (glyphs.y[i] ?? 0) - 0.3 * (glyphs.size[i] ?? 0);
    const isInside = x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1;
    if (isInside && (glyphs.text[i] ?? "").trim() !== "") inside.push(i);
  }
  return inside;
}

/** Characters that turn a box or ring into an icon: information, help, warning, more. */
const SIGNS_OF_PICTURES = /^[\d!?i+−-]$/u;

/** Whether the content of an outline marks it: nothing, one letter or one symbol, but no digit and no word. */
function isMark({ glyphs }: PageContent, inside: readonly number[], kind: Outline["kind"]): boolean {
  if (inside.length === 0) return true;
  const text = glyphs.text[inside[0] ?? 0] ?? "";
  if (inside.length > 1 || !/^.$/u.test(text) || SIGNS_OF_PICTURES.test(text)) return false;
  // Letters in circles label the answers; they do not mark them.
  return kind === "box" || !/\p{L}/u.test(text) || isTick(text);
}

/** Largest distance from a box to its label, in multiples of the box height. */
const LABEL_REACH = 4;

/** Largest vertical offset between a box and its label, in fractions of the label's size. */
const OFF_ROW = 0.2;

/** Whether the box has text next to it, which outlines of a drawing lack. */
function hasLabel({ glyphs }: PageContent, box: Rect, inside: readonly number[]): boolean {
  const middle = (box.y0 + box.y1) / 2;
  const reach = LABEL_REACH * (box.y1 - box.y0);
  for (let i = 0; i < glyphs.count; i++) {
    const y = glyphs.y[i] ?? 0;
    const x = glyphs.x[i] ?? 0;
    const size = glyphs.size[i] ?? 0;
    const isOnRow = middle > y - (1 + OFF_ROW) * size && middle < y + OFF_ROW * size;
    const isBeside = isOnRow && x > box.x0 - reach && x < box.x1 + reach;
    if (isBeside && (glyphs.text[i] ?? "").trim() !== "" && !inside.includes(i)) return true;
  }
  return false;
}

/** Check boxes in a table are aligned in columns, away from the text of their rows. */
function isInColumn(box: Rect, outlines: readonly Outline[]): boolean {
  const above = outlines.filter((other) => Math.abs(other.box.x0 - box.x0) < SHARED);
  return above.length >= FEWEST_IN_COLUMN;
}

interface WrittenBox {
  readonly index: number;
  readonly box: Rect;
  readonly isMarked: boolean;
  readonly isCircle: boolean;
  /** Glyphs that are set into the box. */
  readonly ticks: readonly number[];
}

function writtenBoxes(content: PageContent, replaced: ReadonlySet<number>): readonly WrittenBox[] {
  const { glyphs, fonts } = content;
  const boxes: WrittenBox[] = [];
  for (let index = 0; index < glyphs.count; index++) {
    if (replaced.has(index)) continue;
    const state = boxGlyphState(glyphs.text[index] ?? "", fonts[glyphs.font[index] ?? 0]?.name ?? "");
    if (state === undefined) continue;
    const box = glyphBox(content, index);
    const ticks = glyphsInside(content, box).filter((i) => i !== index && isTick(glyphs.text[i] ?? ""));
    boxes.push({ index, box, isMarked: state.isMarked || ticks.length > 0, isCircle: state.isCircle, ticks });
  }
  return boxes.filter((box) => !box.isCircle || isChoice(box, boxes));
}

function glyphBox({ glyphs }: PageContent, i: number): Rect {
  const x0 = glyphs.x[i] ?? 0;
  const y1 = glyphs.y[i] ?? 0;
  return { x0, x1: x0 + (glyphs.advance[i] ?? 0), y0: y1 - 0.8 * (glyphs.size[i] ?? 0), y1: y1 + 1 };
}

/** Circles are bullets unless two of them are in one line, or an empty and a filled one in one column. */
function isChoice(circle: WrittenBox, boxes: readonly WrittenBox[]): boolean {
  return boxes.some(
    (other) =>
      other.isCircle &&
      other.index !== circle.index &&
      (Math.abs(other.box.y1 - circle.box.y1) < SHARED ||
        (other.isMarked !== circle.isMarked && Math.abs(other.box.x0 - circle.box.x0) < SHARED)),
  );
}
