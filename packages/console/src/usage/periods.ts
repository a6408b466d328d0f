const DAYS = { week: 7, month: 30, quarter: 90, year: 365 } as const;

export type Period = keyof typeof DAYS;

export const PERIODS: readonly { readonly value: Period; readonly label: string }[] = [
  { value: "week", label: "7 days" },
  { value: "month", label: "30 days" },
  { value: "quarter", label: "90 days" },
  { value: "year", label: "365 days" },
];

export function isPeriod(value: unknown): value is Period {
  return typeof value === "string" && value in DAYS;
}

/** All days of a period that ends today, in UTC, as the API counts them. */
export function daysOf(period: Period, today: Date): readonly string[] {
  const count = DAYS[period];
  return Array.from({ length: count }, (_, day) => {
    const date = new Date(today);
    date.setUTCDate(date.getUTCDate() - (count - 1 - day));
    return date.toISOString().slice(0, 10);
  });
}
