import { recordHeaderRows } from "../decisions/table-log.ts";
import { fullRules } from "./full-rules.ts";
import { areAligned } from "./spanners.ts";
import {
  type CellLine,
  type CellPiece,
  hasLabel,
  isNumeric,
  isYear,
  type LevelRules,
} from "../geometry/table-line.ts";

/** More rows or lines at the top are not headings, and neither are many more than half of all. */
const MOST_HEAD_ROWS = 8;

/** The number of rows at the top that label the columns: above the first inner rule, set in bold, or without numbers. */
export function headRowsOf(groups: readonly (readonly CellLine[])[], rules: LevelRules): number {
  const limit = Math.min(MOST_HEAD_ROWS, groups.length - 1, groups.length / 2 + 1);
  const bold = leading(
    groups,
    (group) =>
      !isEntry(group) &&
      !hasAmounts(group) &&
      group.every(({ cells }) => cells.every(({ piece }) => piece.style.bold)),
  );
  if (bold > 0 && bold <= limit)
    return recordHeaderRows(groups, withoutSection(groups, bold), "they are bold and have no amounts.");
  const ruled = rowsAboveRule(groups, rules);
  if (ruled > 0 && ruled <= limit && !groups.slice(0, ruled).some((group) => isEntry(group)))
    return recordHeaderRows(groups, withoutSection(groups, ruled), "a rule as wide as the table is below.");
  const worded = withLastLines(
    groups,
    leading(groups, (group) => !hasNumber(group) && !isLabelled(group)),
  );
  const rest = groups.slice(worded);
  const areNumbers = rest.length > 0 && 2 * rest.filter((group) => hasNumber(group)).length > rest.length;
  return worded > 0 && worded <= limit && areNumbers
    ? recordHeaderRows(
        groups,
        withoutSection(groups, worded),
        "they have no numbers, and most rows below do.",
      )
    : recordHeaderRows(
        groups,
        0,
        "the first rows are not bold, have no rule below, and look like the others.",
      );
}

/** The number of head rows without a last one that only names the section below it. */
function withoutSection(groups: readonly (readonly CellLine[])[], count: number): number {
  const last = groups[count - 1] ?? [];
  const isSection = last.every(({ cells }) =>
    cells.every(({ column, columnSpan }) => column + columnSpan === 1),
  );
  return isSection && count > 1 ? count - 1 : count;
}

/** Whether a row has a label, or a number and a text, and amounts, so that a rule below it is that of a sum; or a label with a colon and its value. */
function isEntry(group: readonly CellLine[]): boolean {
  const isNamed = group.some(({ cells }) => hasLabel(cells) || isItem(cells));
  return (isNamed && hasAmounts(group)) || isLabelled(group);
}

/** Whether cells are a number in the first column and a text beside it. */
function isItem(cells: readonly CellPiece[]): boolean {
  return (
    cells.some(({ piece, column }) => column === 0 && isNumeric(piece.text) && !isYear(piece.text)) &&
    cells.some(({ piece, column }) => column > 0 && !isNumeric(piece.text))
  );
}

function isLabelled(group: readonly CellLine[]): boolean {
  const cells = group.flatMap((line) => line.cells);
  const label = cells.find(({ column }) => column === 0)?.piece.text ?? "";
  return label.endsWith(":") && cells.some(({ column }) => column > 0);
}

/** The number of head rows with the further lines of their texts, such as "1,000" below "Rate per", or "65" beside "Standard". */
function withLastLines(groups: readonly (readonly CellLine[])[], count: number): number {
  if (count === 0) return 0;
  for (let end = count; end < groups.length; end++) {
    const [above, own] = [cellsOf(groups[end - 1]), cellsOf(groups[end])];
    if (own.length === 0 || own.some(({ column }) => column === 0)) return end;
    const words = own.filter(({ piece }) => !isNumeric(piece.text) || isYear(piece.text));
    const areLines = own.every(({ piece, column }) => {
      const text = above.find((cell) => cell.column === column)?.piece;
      return text !== undefined && areAligned(text, piece);
    });
    if (words.length === 0 && !(areLines && 2 * own.length <= above.length)) return end;
  }
  return groups.length;
}

function cellsOf(group: readonly CellLine[] | undefined): readonly CellPiece[] {
  return (group ?? []).flatMap(({ cells }) => cells);
}

function leading<T>(values: readonly T[], holds: (value: T) => boolean): number {
  const end = values.findIndex((value) => !holds(value));
  return end < 0 ? 0 : end;
}

function hasNumber(group: readonly CellLine[]): boolean {
  return group.some(({ cells }) =>
    cells.some(({ piece, column }) => column > 0 && isNumeric(piece.text) && !isYear(piece.text)),
  );
}

/** Whether most cells beside the first are numbers, such as those of a sum in bold type; years label columns. */
function hasAmounts(group: readonly CellLine[]): boolean {
  const texts = group.flatMap(({ cells }) =>
    cells.flatMap(({ piece, column }) => (column > 0 ? [piece.text] : [])),
  );
  const amounts = texts.filter((text) => isNumeric(text) && !isYear(text));
  return amounts.length > 0 && 2 * amounts.length >= texts.length;
}

/** A rule as wide as the table that follows the first rows, if not every row has one. */
function rowsAboveRule(groups: readonly (readonly CellLine[])[], rules: LevelRules): number {
  const full = fullRules(groups.flat(), rules);
  const inner = groups.slice(1).flatMap((group, index) => {
    const above = groups[index]?.at(-1)?.y ?? 0;
    const below = group[0]?.y ?? 0;
    return full.some((y) => y > above && y < below) ? [index + 1] : [];
  });
  return inner.length > 0 ? (inner[0] ?? 0) : 0;
}
