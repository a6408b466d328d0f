import { Cron } from "croner";
import { DomainError } from "../domain-error.ts";
import { instantOf, wallClockAt } from "./wall-clock.ts";

/** The fields of UNIX cron: numbers, names of months and days, lists, ranges and steps. */
const FIVE_FIELDS = /^\s*[\dA-Z*/,-]+(\s+[\dA-Z*/,-]+){4}\s*$/i;

/** Letters that some cron programs accept, but not UNIX cron: the last day and the nearest weekday. */
const FOREIGN_LETTERS = /\d[LW]|(^|\s)[LW]/i;

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Checks the gaps between the times of one day, and from the last time of a day to the first of the next, even if the
 * string never matches two consecutive days.
 *
 * @throws DomainError `BAD_INPUT` of the field `cron` if the string is malformed, never matches, or matches too
 * often.
 */
export function checkCron(
  cron: string,
  { minimumIntervalSeconds }: { readonly minimumIntervalSeconds: number },
): void {
  if (!parse(cron).nextRun(new Date())) throw refused("The cron string matches no existing day.");
  const seconds = leastIntervalMs(cron) / 1000;
  if (seconds >= minimumIntervalSeconds) return;
  throw refused(
    `The cron string runs as often as every ${inWords(seconds)}; ` +
      `the minimum interval is ${inWords(minimumIntervalSeconds)}.`,
  );
}

/**
 * The first slot of a schedule after `after`; undefined if there is none.
 *
 * A slot is a wall-clock time in the time zone. Slots skipped by a clock change are all due at the change; a slot
 * that occurs twice is due the first time. So every slot is due once.
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

/** The first `count` slots of a schedule after `after`, or fewer if it ends. */
export function nextSlots(
  schedule: { readonly cron: string; readonly timeZone: string },
  { after, count }: { readonly after: Date; readonly count: number },
): readonly Date[] {
  const slots: Date[] = [];
  for (let slot = nextSlot(schedule, after); slot && slots.length < count; slot = nextSlot(schedule, slot)) {
    slots.push(slot);
  }
  return slots;
}

/** Parses without clock changes: wall-clock times are computed as if they were UTC. By a named zone it takes six times as long. */
function parse(cron: string): Cron {
  if (!FIVE_FIELDS.test(cron) || FOREIGN_LETTERS.test(cron)) throw malformed();
  try {
    return new Cron(cron, { mode: "5-part", utcOffset: 0, paused: true });
  } catch (cause) {
    throw malformed(cause);
  }
}

/** Every matching day has the same times, so one day and the gap to the next suffice; no gap is below a minute. */
function leastIntervalMs(cron: string): number {
  const [minutes, hours] = cron.trim().split(/\s+/);
  const everyDay = parse(`${minutes} ${hours} * * *`);
  let least = DAY_MS;
  let slot = everyDay.nextRun(new Date(0));
  const end = (slot?.getTime() ?? 0) + DAY_MS;
  while (slot && slot.getTime() < end && least > MINUTE_MS) {
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
