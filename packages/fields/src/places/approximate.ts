/** Where a text was found with errors. */
export interface ApproximateMatch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Characters that are missing, additional or different. */
  readonly errors: number;
}

/**
 * The occurrence of `sought` in `text` with the fewest errors, at most `maxErrors`; of several, the first. The work is
 * the product of both lengths (Sellers, 1980).
 */
export function approximateMatch(
  text: string,
  sought: string,
  maxErrors: number,
): ApproximateMatch | undefined {
  const rows = sought.length;
  let errors = Array.from({ length: rows + 1 }, (_, row) => row);
  let starts = Array.from({ length: rows + 1 }, () => 0);
  let best: ApproximateMatch | undefined;
  for (let column = 1; column <= text.length; column++) {
    const nextErrors = [0];
    const nextStarts = [column];
    for (let row = 1; row <= rows; row++) {
      const step = cheapestStep(errors, nextErrors, { row, same: sought[row - 1] === text[column - 1] });
      nextErrors.push(step.errors);
      nextStarts.push((step.from === "column" ? nextStarts[step.row] : starts[step.row]) ?? 0);
    }
    [errors, starts] = [nextErrors, nextStarts];
    const reached = errors[rows] ?? Infinity;
    if (reached <= maxErrors && reached < (best?.errors ?? Infinity))
      best = { start: starts[rows] ?? 0, end: column, errors: reached };
  }
  return best;
}

interface Step {
  readonly errors: number;
  readonly row: number;
  readonly from: "before" | "column";
}

/** A character that fits or is different, one too many in the text, or one that the text lacks. */
function cheapestStep(
  before: readonly number[],
  column: readonly number[],
  { row, same }: { readonly row: number; readonly same: boolean },
): Step {
  const both = (before[row - 1] ?? Infinity) + (same ? 0 : 1);
  const additional = (before[row] ?? Infinity) + 1;
  const missing = (column[row - 1] ?? Infinity) + 1;
  if (both <= additional && both <= missing) return { errors: both, row: row - 1, from: "before" };
  if (additional <= missing) return { errors: additional, row, from: "before" };
  return { errors: missing, row: row - 1, from: "column" };
}
