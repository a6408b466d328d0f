/**
 * A wall-clock time in a zone, represented as the instant at which a UTC clock shows the same. Arithmetic on such
 * dates ignores clock changes.
 */
export type WallClock = Date;

/** Clock changes are further apart than this, and offsets from UTC are smaller. */
const AROUND_MS = 26 * 60 * 60 * 1000;

export function wallClockAt(instant: Date, timeZone: string): WallClock {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
}

/**
 * The first instant at which the clock of a zone shows this time or has passed it: the earlier one of a time that
 * occurs twice, and the clock change for a time that is skipped.
 */
export function instantOf(wallClock: WallClock, timeZone: string): Date {
  const shown = wallClock.getTime();
  const before = offsetAt(shown - AROUND_MS, timeZone);
  const first = shown - before;
  if (offsetAt(first, timeZone) === before) return new Date(first);
  const change = changeBetween(shown - AROUND_MS, first, timeZone);
  return new Date(Math.max(change, shown - offsetAt(change, timeZone)));
}

/** The first instant with another offset than `from`; `to` must have another one. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const before = offsetAt(from, timeZone);
  let last = from;
  let change = to;
  while (change - last > 1) {
    const middle = Math.floor((last + change) / 2);
    if (offsetAt(middle, timeZone) === before) last = middle;
    else change = middle;
  }
  return change;
}

/** Milliseconds by which the zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

/** Creating a formatter takes longer than everything else. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}
