/**
 * A field of CSV (RFC 4180). Spreadsheets run a text that begins like a formula, so an apostrophe is put before it.
 * Nothing is removed, and numbers stay as they are.
 */
export function csvField(text: string): string {
  const shown = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !SIGNED_NUMBER.test(text) && !SIGNS.test(text);
}

/** Full-width signs count as well. */
const FORMULA = /^[=@+\-\t\r\n\uff1d\uff20\uff0b\uff0d]/u;

/** With the currency, the per cent or degree sign that it may have, such as "-5.00 EUR" or "+3 %". */
const SIGNED_NUMBER =
  /^[+-]\s?\p{Sc}?\s?(?:\d[\d.,'’\s]*|[.,]\d+)(?:[eE][+-]?\d+)?\s?(?:[%‰]|°[CF]?|\p{Sc}|[A-Z]{3})?$/u;

/** "-" and "+++" mark blank cells and ratings. */
const SIGNS = /^[+-]+$/u;
