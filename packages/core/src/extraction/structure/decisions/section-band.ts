import { LARGER } from "../../layout/spacing/note-marks.ts";
import { deciding } from "../../page/decision-log.ts";
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
  /** Each line of one text ends before the first values: it is a title or a label. */
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
  const values = Math.min(...[...lines, below].map(({ pieces: [, value] }) => value?.x0 ?? Infinity));
  const single = lines.filter(({ pieces }) => pieces.length === 1);
  const areLabels = values < Infinity && single.every(({ pieces: [only] }) => (only?.x1 ?? 0) < values);
  const isLarger = single.some(({ pieces: [only] }) => (only?.style.size ?? 0) > LARGER * label);
  const text = first.pieces[0]?.text ?? "";
  const weights = {
    labels: areLabels ? EVIDENCE.labels : 0,
    size: isLarger ? EVIDENCE.larger : EVIDENCE.size,
    around: isCaption(text) || isNote(text) ? EVIDENCE.around : 0,
  };
  if (deciding.log !== undefined) record(lines, weights);
  return scoreOf(weights) >= LEAST_SCORE;
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
      { fact: "texts of one line end before the values", weight: weights.labels },
      { fact: "size beside that of the labels below", weight: weights.size },
      { fact: "begins as a caption or note does", weight: weights.around },
    ],
  });
}
