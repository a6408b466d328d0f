import { LARGER } from "../../layout/spacing/note-marks.ts";
import { deciding } from "../../page/decision-log.ts";
import type { Piece } from "../geometry/piece.ts";
import type { TableLine } from "../geometry/table-line.ts";
import { isCaption } from "./caption.ts";
import { isNote } from "./marked-lines.ts";
import { boxOfLines } from "./table-log.ts";

/**
 * Does a band between two ruling lines that has few cells, or none, belong to the table whose bands are above and below
 * it? Titles of sections and labels of several lines are evidence. Chosen on a statement of an annual report and papers of
 * ICDAR-2013.
 */
const EVIDENCE = {
  /** Each line of one text ends before the first values, or begins after their label: it is a title, a label or a unit. */
  labels: 2,
  /** It is no larger than these labels: titles of tables are. */
  size: 1,
  larger: -1,
  /** It begins as what stands around a table does: "Table 2", "Source:". */
  around: -3,
};

const LEAST_SCORE = 3;

/** @param below the first line of the band below */
export function isSectionBand(lines: readonly TableLine[], below: TableLine | undefined): boolean {
  const [first] = lines;
  if (first === undefined || below === undefined) return false;
  const label = below.pieces[0]?.style.size ?? below.size;
  const single = lines.flatMap(({ pieces: [only, other] }) => (only && other === undefined ? [only] : []));
  const isLarger = single.some(({ style }) => style.size > LARGER * label);
  const text = first.pieces[0]?.text ?? "";
  const weights = {
    labels: areLabels(lines, single, below) || areUnits(lines, single, below) ? EVIDENCE.labels : 0,
    size: isLarger ? EVIDENCE.larger : EVIDENCE.size,
    around: isCaption(text) || isNote(text) ? EVIDENCE.around : 0,
  };
  if (deciding.log !== undefined) record(lines, weights);
  return scoreOf(weights) >= LEAST_SCORE;
}

/** Whether texts end before the values of these lines and of the one below. */
function areLabels(lines: readonly TableLine[], texts: readonly Piece[], below: TableLine): boolean {
  const values = Math.min(...[...lines, below].map(({ pieces: [, value] }) => value?.x0 ?? Infinity));
  return values < Infinity && texts.every(({ x1 }) => x1 < values);
}

/** Whether a line is a text that begins after the label of the line below. */
function areUnits(
  lines: readonly TableLine[],
  texts: readonly Piece[],
  { pieces: [label, value] }: TableLine,
): boolean {
  if (lines.length > 1 || label === undefined || value === undefined) return false;
  return texts.every(({ x0 }) => x0 > label.x1);
}

type Weights = Readonly<Record<"labels" | "size" | "around", number>>;

function scoreOf({ labels, size, around }: Weights): number {
  return labels + size + around;
}

function record(lines: readonly TableLine[], weights: Weights): void {
  const score = scoreOf(weights);
  const accepted = score >= LEAST_SCORE;
  deciding.log?.record({
    question: "row",
    accepted,
    outcome: accepted
      ? "The texts between two rules are titles and labels: the table goes on below."
      : "The texts between two rules end the table above them.",
    box: boxOfLines(lines),
    score,
    threshold: LEAST_SCORE,
    reasons: [
      { fact: "lines", value: lines.length },
      { fact: "texts of one line end before the values, or begin after the label", weight: weights.labels },
      { fact: "size beside that of the labels below", weight: weights.size },
      { fact: "begins as a caption or note does", weight: weights.around },
    ],
  });
}
