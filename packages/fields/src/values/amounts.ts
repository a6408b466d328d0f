/** The sign between whole and broken part of a number, as the document writes numbers. */
export type DecimalMark = "." | ",";

/** A number in a text. */
/** Amounts are equal if they differ by less than a cent, which sums of many do by rounding. */
export function isSameAmount(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.006;
}

export interface FoundNumber {
  readonly value: number;
  /** Offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Digits after the decimal mark. */
  readonly decimals: number;
  /** True if a currency stands beside it. */
  readonly hasCurrency: boolean;
  readonly isPercent: boolean;
}

const CURRENCY = String.raw`(?:\p{Sc}|[A-Z]{3}(?![A-Za-z])|kr\.?(?![a-z])|zł|Kč|RM|CHF|Rs\.?|Fr\.?(?![a-z])|元|円)`;
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\d])(?<open>\()?(?<sign>[-−–+]\s?)?(?<before>${CURRENCY}\s?)?(?<sign2>[-−–]\s?)?(?<digits>\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d{1,4})?(?!\d)|\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,6})?(?!\d)|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,10})?(?![\d])|(?<!\p{L})[.,]\d{2}(?!\d))(?<close>\))?(?<after>\s?${CURRENCY})?(?<minus>-(?![\d\p{L}]))?(?<percent>\s?[%％])?`,
  "gu",
);

/** The numbers of a text, as a document with this decimal mark writes them. Parts of dates and codes are left out. */
export function numbersIn(text: string, mark: DecimalMark): readonly FoundNumber[] {
  if (!/\d/u.test(text)) return [];
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const { groups = {}, index } = match;
    const digits = groups["digits"] ?? "";
    const end = index + match[0].length;
    if (isInCode(text, index, end)) return [];
    const { value, decimals } = numberOf(digits, mark);
    const isNegative =
      /[-−–]/u.test(`${groups["sign"] ?? ""}${groups["sign2"] ?? ""}`) ||
      groups["minus"] !== undefined ||
      (groups["open"] !== undefined && groups["close"] !== undefined);
    const hasCurrency = groups["before"] !== undefined || groups["after"] !== undefined;
    const isPercent = groups["percent"] !== undefined;
    return [{ value: isNegative ? -value : value, start: index, end, decimals, hasCurrency, isPercent }];
  });
}

/** Digits that go on with a letter, a slash or another point belong to a code, a date or a unit. */
function isInCode(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  return /[\p{L}\d][-/.,]$/u.test(before) || /^(?:[-/.:]\d|[-/]\p{L}|\p{L}(?!$|[\s²³]))/u.test(after);
}

function numberOf(digits: string, mark: DecimalMark): { readonly value: number; readonly decimals: number } {
  const compact = digits.replaceAll(/[\s'’\u00a0\u202f]/gu, "");
  const decimal = decimalOf(compact, mark);
  if (decimal === undefined) return { value: Number(compact.replaceAll(/[.,]/gu, "")), decimals: 0 };
  const at = compact.lastIndexOf(decimal);
  const broken = compact.slice(at + 1);
  const whole = compact.slice(0, at).replaceAll(/[.,]/gu, "");
  return { value: Number(`${whole === "" ? "0" : whole}.${broken}`), decimals: broken.length };
}

/** Which sign is the decimal mark of this number; undefined if it has none. */
function decimalOf(compact: string, mark: DecimalMark): DecimalMark | undefined {
  const signs = Array.from(compact).filter((sign): sign is DecimalMark => sign === "." || sign === ",");
  const last = signs.at(-1);
  if (last === undefined) return undefined;
  const isMixed = signs.some((sign) => sign !== last);
  if (isMixed) return last;
  if (signs.length > 1) return undefined;
  const broken = compact.length - compact.lastIndexOf(last) - 1;
  return broken === 3 && last !== mark ? undefined : last;
}

/** The decimal mark of a document, by its amounts; undefined if it has none with two decimals. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark | undefined {
  let points = 0;
  let commas = 0;
  for (const text of texts) {
    for (const [, sign] of text.matchAll(/\d([.,])\d{2}(?![\d.,])/gu)) {
      if (sign === ".") points += 1;
      else commas += 1;
    }
  }
  return points === commas ? undefined : points > commas ? "." : ",";
}
