import { Cron } from "croner";
import { DomainError } from "../domain-error.ts";
import { instantOf, wallClockAt } from "./wall-clock.ts";

/** The fields of UNIX cron: numbers, names of months and days, lists, ranges and steps. */
const FIVE_FIELDS = /^\s*[\dA-Z*/,-]+(\s+[\dA-Z*/,-]+){4}\s*$/i;

/** Letters that mean something to some cron programs, and not in UNIX: the last day and the nearest weekday. */
const FOREIGN_LETTERS = /\d[LW]|(^|\s)[LW]/i;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The interval is measured between the times of the day that the string names, and from the last of a day to the first
 * of the next, whether or not it names both days.
 *
 * @throws DomainError `BAD_INPUT` of the field `cron` when the string is not well formed, never comes due, or comes due
 *   more often than it may.
 */
export function checkCron(
  cron: string,
  { minimumIntervalSeconds }: { readonly minimumIntervalSeconds: number },
): void {
  if (!parse(cron).nextRun(new Date())) throw refused("The cron string names no day that exists.");
  const seconds = leastIntervalMs(cron) / 1000;
  if (seconds >= minimumIntervalSeconds) return;
  throw refused(
    `The cron string runs every ${inWords(seconds)} at times; ` +
      `the least interval is ${inWords(minimumIntervalSeconds)}.`,
  );
}

/**
 * The first instant after `after` at which a schedule is due; undefined where there is none.
 *
 * A slot is a time on the clock of the zone. Where the clock is put forward over slots, they are due when it is, all of
 * them at once; where it is put back and shows a slot twice, it is due the first time. So every slot is due once.
 */
export function nextSlot(
  { cron, timeZone }: { readonly cron: string; readonly timeZone: string },
  after: Date,
): Date | undefined {
  const pattern = parse(cron);
  let slot = pattern.nextRun(wallClockAt(after, timeZone));
  while (slot && instantOf(slot, timeZone) <= after) slot = pattern.nextRun(slot);
  return slot ? instantOf(slot, timeZone) : undefined;
}

/** In the zone without clock changes: the times of a wall clock are reckoned as if they were of UTC. */
function parse(cron: string): Cron {
  if (!FIVE_FIELDS.test(cron) || FOREIGN_LETTERS.test(cron)) throw malformed();
  try {
    return new Cron(cron, { mode: "5-part", timezone: "UTC", paused: true });
  } catch (cause) {
    throw malformed(cause);
  }
}

/** The pattern of every day is the same, so that one day and the way to the next tell all. */
function leastIntervalMs(cron: string): number {
  const [minutes, hours] = cron.trim().split(/\s+/);
  const everyDay = parse(`${minutes} ${hours} * * *`);
  let least = DAY_MS;
  let slot = everyDay.nextRun(new Date(0));
  const end = (slot?.getTime() ?? 0) + DAY_MS;
  while (slot && slot.getTime() < end) {
    const next = everyDay.nextRun(slot);
    if (next) least = Math.min(least, next.getTime() - slot.getTime());
    slot = next;
  }
  return least;
}

function inWords(seconds: number): string {
  const [amount, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return amount === 1 ? unit : `${amount} ${unit}s`;
}

function malformed(cause?: unknown): DomainError {
  return refused("Invalid cron string format.", cause);
}

function refused(message: string, cause?: unknown): DomainError {
  return new DomainError("BAD_INPUT", message, { field: "cron", cause });
}
