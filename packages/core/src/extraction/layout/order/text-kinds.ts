export function hasDigit(text: string): boolean {
  return /\d/u.test(text);
}

/** A house number, a postal code, or a way to write, call or pay. */
const PLACE =
  /^\d{4,5}\s\p{L}{3}|^\d{1,4}[a-z]?,?\s(?:\p{L}{6}|\p{L}+\.?\s\p{L})|\p{L}{3}\.?\s\d{1,4}(?:[a-z]|[/-]\d{1,4})?$|\p{L}\s?\d{4,6}\b|@|^www\.|^\+\d|\b[A-Z]{2}\d\d\s?\d{4}/iu;

/** Whether a text is a line of an address or of a letterhead, other than a name. */
export function isPlace(text: string): boolean {
  return PLACE.test(text);
}

/** What a text looks like, such as "9-9" or "9 a 9". */
export function kindOf(text: string): string {
  return text.replaceAll(/\d+/gu, "9").replaceAll(/\p{L}+/gu, "a");
}

/** An address has a name, a street and a place, and hardly more than a country, a number and a label besides. */
const FEWEST_LINES = 4;
export const MOST_ADDRESS_LINES = 8;

/** Longer lines, in characters, are hardly those of addresses and lists. */
export const LONGEST_ENTRY = 40;

/** A street and a place have digits beside their letters; a column of a table has texts of one kind or two. */
const FEWEST_WITH_DIGITS = 2;
const FEWEST_KINDS = 3;

/** Most lines of addresses, labels and verses begin so; of scripts without capitals, none is known to. */
const BEGINNING = /^[\p{Lu}\p{N}\p{P}\p{S}]/u;
const FEWEST_BEGINNING = 0.6;

/** Whether most lines begin with a capital, a digit or a sign: the lines of a text do not. */
export function beginAnew(lines: readonly string[]): boolean {
  return lines.filter((line) => BEGINNING.test(line)).length >= FEWEST_BEGINNING * lines.length;
}

const LETTERS = /\p{L}{3}/u;
const LABEL = /[:：]$/u;

/** Whether lines are those of an address, such as the sender's on an invoice. */
export function areAddress(lines: readonly string[]): boolean {
  if (lines.length < FEWEST_LINES || lines.length > MOST_ADDRESS_LINES) return false;
  if (lines.some((line) => line.length > LONGEST_ENTRY || !LETTERS.test(line) || LABEL.test(line)))
    return false;
  if (!beginAnew(lines)) return false;
  const withDigits = lines.filter((line) => hasDigit(line));
  return (
    withDigits.length >= FEWEST_WITH_DIGITS && new Set(lines.map((line) => kindOf(line))).size >= FEWEST_KINDS
  );
}

/** "Date: 3 May", "発行日：11月23日" */
const LABELLED = /^\p{L}(?:[^:.]{1,30}:\s+|[^:：。]{1,12}：\s*)\S/u;

/** Whether a line is a label with its value. */
export function isLabelled(text: string): boolean {
  return LABELLED.test(text);
}
