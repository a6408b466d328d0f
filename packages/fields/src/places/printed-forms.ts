import type { FieldValue } from "@galley/core/domain";
import { foldCase } from "./solid-text.ts";

/** How a value may be printed, folded by `foldCase`; the likeliest first. */
export function printedForms(value: FieldValue, format: string | undefined): readonly string[] {
  if (typeof value === "number") return numberForms(value);
  if (typeof value !== "string") return [];
  if (format === "date") return dateForms(value);
  return [foldCase(value)];
}

/** Decimal and thousands separators: of most of Europe, of English, of Switzerland, with blanks, and without. */
const SEPARATORS = [
  [",", "."],
  [".", ","],
  [".", "'"],
  [",", ""],
  [".", ""],
] as const;

/** Prices of energy have up to six. */
const MAX_DECIMALS = 6;

function numberForms(value: number): readonly string[] {
  const plain = plainForms(Math.abs(value));
  if (value >= 0) return plain;
  // Credit notes often print their amounts without a sign.
  const signs = [
    (form: string) => `-${form}`,
    (form: string) => `${form}-`,
    (form: string) => `(${form})`,
    (form: string) => form,
  ];
  return signs.flatMap((signed) => plain.map(signed));
}

function plainForms(value: number): readonly string[] {
  const least = decimalsOf(value);
  const counts = [...new Set([Math.max(2, least), least, 3, 4])].filter((decimals) => decimals >= least);
  const forms = counts.flatMap((decimals) => {
    const [whole = "", part] = value.toFixed(decimals).split(".");
    return SEPARATORS.map(([decimal, thousands]) => {
      const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
      return part === undefined ? grouped : `${grouped}${decimal}${part}`;
    });
  });
  const dashed = Number.isInteger(value) ? [`${value},-`, `${value}.-`, `${value},--`] : [];
  return [...new Set([...forms, ...dashed])];
}

function decimalsOf(value: number): number {
  const digits = /\.(\d+)$/.exec(value.toFixed(MAX_DECIMALS).replace(/0+$/, ""))?.[1] ?? "";
  return digits.length;
}

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

function dateForms(value: string): readonly string[] {
  const [, year = "", month = "", day = ""] = ISO_DATE.exec(value) ?? [];
  if (year === "") return [foldCase(value)];
  const short = year.slice(2);
  const [m, d] = [String(Number(month)), String(Number(day))];
  const numeric = [".", "/", "-"].flatMap((sign) =>
    [
      [day, month, year],
      [year, month, day],
      [d, m, year],
      [month, day, year],
      [m, d, year],
      [day, month, short],
      [d, m, short],
      [month, day, short],
    ].map((parts) => parts.join(sign)),
  );
  return [...new Set([...numeric, `${year}${month}${day}`, ...namedForms(value, day)])];
}

/** With the name of the month, in the languages that schemas have labels for. */
function namedForms(value: string, day: string): readonly string[] {
  const date = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return [];
  return namedDateFormats().flatMap((format) => {
    const written = foldCase(format.format(date));
    return [written, written.replace(/^\d(?!\d)/, day), written.replaceAll(/[.,]/g, "")];
  });
}

let namedDates: readonly Intl.DateTimeFormat[] | undefined;

/** Made when the first electronic invoice is read, because making them takes longer than all readers. */
function namedDateFormats(): readonly Intl.DateTimeFormat[] {
  namedDates ??= ["en", "en-GB", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "cs", "zh", "ja"].flatMap(
    (language) =>
      (["long", "short"] as const).map(
        (month) =>
          new Intl.DateTimeFormat(language, { day: "numeric", month, year: "numeric", timeZone: "UTC" }),
      ),
  );
  return namedDates;
}
