export function hasDigit(text: string): boolean {
  return /\d/u.test(text);
}

/** What a text looks like, such as "9-9" or "9 a 9". */
export function kindOf(text: string): string {
  return text.replaceAll(/\d+/gu, "9").replaceAll(/\p{L}+/gu, "a");
}

/** An address has a name, a street and a place, and hardly more than a country, a number and a label besides. */
const FEWEST_LINES = 4;
export const MOST_ADDRESS_LINES = 8;
const LONGEST_LINE = 40;

/** A street and a place have digits beside their letters; a column of a table has texts of one kind or two. */
const FEWEST_WITH_DIGITS = 2;
const FEWEST_KINDS = 3;

/** Most lines of an address begin with a capital or a digit; the lines of a text do not. */
const BEGINNING = /^[\p{Lu}\p{N}]/u;
const FEWEST_BEGINNING = 0.6;

const LETTERS = /\p{L}{3}/u;
const LABEL = /[:：]$/u;

/** Whether lines are those of an address, such as the sender's on an invoice. */
export function areAddress(lines: readonly string[]): boolean {
  if (lines.length < FEWEST_LINES || lines.length > MOST_ADDRESS_LINES) return false;
  if (lines.some((line) => line.length > LONGEST_LINE || !LETTERS.test(line) || LABEL.test(line)))
    return false;
  const beginning = lines.filter((line) => BEGINNING.test(line));
  if (beginning.length < FEWEST_BEGINNING * lines.length) return false;
  const withDigits = lines.filter((line) => hasDigit(line));
  return (
    withDigits.length >= FEWEST_WITH_DIGITS && new Set(lines.map((line) => kindOf(line))).size >= FEWEST_KINDS
  );
}
