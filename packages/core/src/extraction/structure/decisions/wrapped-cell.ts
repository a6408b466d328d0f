import { wordsOfPiece } from "./column-gap.ts";
import { isNote } from "./marked-lines.ts";
import { deciding, placeOf, scoreOf } from "../../page/decision-log.ts";
import type { Piece } from "../geometry/piece.ts";
import { type CellLine, isNumeric } from "../geometry/table-line.ts";

/**
 * Does a text in a column go on with the one above it? Lines of a cell and rows of a table are often equally far apart, so
 * what says so is where the line above ends, and how both are worded and indented. Chosen on made statistical tables.
 */
const EVIDENCE = {
  /** The first word of the text below has no room in the line above, or has. */
  noRoom: 2,
  room: -2,
  /** The text below begins small, or with a capital letter or a figure. */
  small: 1.5,
  begins: -1,
  /** The one above ends with a word or sign that something follows. */
  open: 1.5,
  /** It is nearer than the rows of the table are. */
  near: 1.5,
  /** It begins farther to the right, where entries do or do not, or to the left. */
  indented: 1,
  entryLevel: -1,
  outdented: -3,
  /** The text above ends with a leader to its values, or with a colon. */
  ended: -4,
  /** Both are numbers, or the one below is a note: nothing outweighs it. */
  entry: -8,
};

const LEAST_SCORE = 2;

/** Begins that differ less, in multiples of the text size, are the same. */
const SAME_BEGIN = 0.4;

const BEGINS_SMALL = /^[\p{Ll}(,;&/]/u;
const OPEN_END = /(?:[,&/(-]|\b(?:and|or|of|the|for|in|to|und|oder|et|de|der|des|la|le))$/iu;
const LEADER = /[.…]\s?[.…]$/u;
const ENDED = /(?:[.…]\s?[.…]|:)$/u;

export interface CellPlace {
  /** How far texts of the column reach. */
  readonly edge: number;
  /** Where labels of rows with values begin that follow other such rows. */
  readonly levels?: readonly number[];
  /** Whether the lines are nearer than rows of the table are. */
  readonly isNear?: boolean;
}

export function goesOnBelow(one: Piece, other: Piece, place: CellPlace): boolean {
  const weights = weightsOf(one, other, place);
  const score = scoreOf(weights);
  const accepted = score >= LEAST_SCORE;
  deciding.log?.record({
    question: "row",
    accepted,
    outcome: accepted ? "A cell goes on in the next line." : "A cell does not go on in the next line.",
    box: placeOf([one.box, other.box]),
    score,
    threshold: LEAST_SCORE,
    reasons: [
      { fact: "text above", value: one.text.slice(-MAX_QUOTED) },
      { fact: "text below", value: other.text.slice(0, MAX_QUOTED) },
      { fact: "room for its first word above", value: place.edge - one.x1, weight: weights.room },
      { fact: "how the text below begins", weight: weights.begin },
      { fact: "how the text above ends", weight: weights.open + weights.ended },
      { fact: "nearer than rows are", weight: weights.near },
      { fact: "indent below", value: other.x0 - one.x0, weight: weights.indent },
    ],
  });
  return accepted;
}

/** Chosen so that a reason fits in a line. */
const MAX_QUOTED = 40;

function weightsOf(one: Piece, other: Piece, { edge, levels = [], isNear = false }: CellPlace): Weights {
  const { size } = one.style;
  const isEntry = isNote(other.text) || (isNumeric(other.text) && isNumeric(one.text));
  const indent = other.x0 - one.x0;
  const isIndented = indent > SAME_BEGIN * size;
  const isLevel = levels.some((x0) => Math.abs(other.x0 - x0) < SAME_BEGIN * size);
  const isOutdented = indent < -SAME_BEGIN * size;
  return {
    room: hasRoomFor(other, edge - one.x1) ? EVIDENCE.room : EVIDENCE.noRoom,
    begin: BEGINS_SMALL.test(other.text) ? EVIDENCE.small : EVIDENCE.begins,
    open: OPEN_END.test(one.text) ? EVIDENCE.open : 0,
    near: isNear ? EVIDENCE.near : 0,
    indent:
      (isIndented ? (isLevel ? EVIDENCE.entryLevel : EVIDENCE.indented) : 0) +
      (isOutdented ? EVIDENCE.outdented : 0),
    ended: (isEntry ? EVIDENCE.entry : 0) + (ENDED.test(one.text) ? EVIDENCE.ended : 0),
  };
}

type Weights = Readonly<Record<"room" | "begin" | "open" | "near" | "indent" | "ended", number>>;

/** Whether the first word of a text fits into the room that the line above it leaves. */
export function hasRoomFor(piece: Piece, room: number): boolean {
  const { x0, x1 } = wordsOfPiece(piece)[0] ?? piece;
  return room > x1 - x0 + BLANK * piece.style.size;
}

/** A blank between words of a cell, in multiples of the text size: with the space that prose may leave, titles of sections would be lines of the label below. */
const BLANK = 0.25;

/** How far the texts of each column reach that cover no other one; leaders reach farther than words could. */
export function columnEdges(lines: readonly CellLine[]): ReadonlyMap<number, number> {
  const edges = new Map<number, number>();
  for (const { cells } of lines)
    for (const { piece, column, columnSpan } of cells)
      if (columnSpan === 1 && !LEADER.test(piece.text))
        edges.set(column, Math.max(edges.get(column) ?? -Infinity, piece.x1));
  return edges;
}

/** Where the labels of rows begin that have values and follow rows with values: the levels of a table's entries. */
export function entryLevels(lines: readonly CellLine[]): readonly number[] {
  return lines.flatMap(({ cells }, at) => {
    const label = cells.find(({ column }) => column === 0);
    const isBelowEntry = (lines[at - 1]?.cells.length ?? 0) > 1;
    return label !== undefined && cells.length > 1 && isBelowEntry ? [label.piece.x0] : [];
  });
}
