/** A calendar day in UTC, such as "2026-03-31". Days compare as strings. */
export type Day = string;

const DAY_MS = 86_400_000;

export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/** The calendar has no year 0. */
const FIRST_DAY = "0001-01-01";

/** Whether the text is an existing calendar day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && dayOf(midnight) === text;
}

/** Clamped to the first day of the calendar. */
export function daysBefore(day: Day, count: number): Day {
  const before = Math.max(Date.parse(day) - count * DAY_MS, Date.parse(FIRST_DAY));
  return dayOf(new Date(before));
}

export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

export function startOfNextDay(instant: Date): Date {
  return new Date(Date.parse(dayOf(instant)) + DAY_MS);
}

export function startOfNextMonth(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1));
}
