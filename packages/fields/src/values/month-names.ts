import { normalised } from "../text/tokens.ts";

/** The languages whose dates and labels are read. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "cs"] as const;

let months: ReadonlyMap<string, number> | undefined;

/** The month (1 to 12) of a name or its abbreviation in any of the languages; undefined if it is none. */
export function monthNamed(name: string): number | undefined {
  months ??= namedMonths();
  return months.get(normalised(name).replace(/\.$/u, ""));
}

/** In dates, Polish and Czech use another case than alone. Abbreviations of three letters are unambiguous. */
function namedMonths(): ReadonlyMap<string, number> {
  const names = new Map<string, number>(ABBREVIATIONS);
  for (const language of LANGUAGES) {
    for (const style of ["long", "short"] as const) {
      for (const options of [{ month: style }, { month: style, day: "numeric" }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
        addNames(names, format);
      }
    }
  }
  return names;
}

const MONTHS = 12;

/** What people write besides the names of the locale data. */
const ABBREVIATIONS: readonly (readonly [string, number])[] = [
  ["sept", 9],
  ["mrz", 3],
  ["mar", 3],
  ["maj", 5],
  ["mei", 5],
  ["okt", 10],
  ["dez", 12],
];

function addNames(names: Map<string, number>, format: Intl.DateTimeFormat): void {
  for (let month = 1; month <= MONTHS; month++) {
    const parts = format.formatToParts(new Date(Date.UTC(2023, month - 1, 1)));
    const name = parts.find(({ type }) => type === "month")?.value ?? "";
    const key = normalised(name).replace(/\.$/u, "");
    if (/\p{L}/u.test(key) && !names.has(key)) names.set(key, month);
  }
}
