import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError } from "../domain-error.ts";
import { checkCron, nextSlot } from "./cron.ts";
import { wallClockAt } from "./wall-clock.ts";

const ANY_INTERVAL = { minimumIntervalSeconds: 60 };
const DAY_MS = 24 * 60 * 60 * 1000;

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
];

interface Field {
  readonly written: string;
  readonly holds: (value: number) => boolean;
}

/** A field of a cron string, and whether it matches a value. */
function field(least: number, most: number): fc.Arbitrary<Field> {
  const value = fc.integer({ min: least, max: most });
  const range = fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const step = fc.integer({ min: 1, max: most });
  const part: fc.Arbitrary<Field> = fc.oneof(
    value.map((one) => ({ written: `${one}`, holds: (given: number) => given === one })),
    range.map(([from, to]) => ({
      written: `${from}-${to}`,
      holds: (given: number) => from <= given && given <= to,
    })),
    fc.tuple(range, step).map(([[from, to], every]) => ({
      written: `${from}-${to}/${every}`,
      holds: (given: number) => from <= given && given <= to && (given - from) % every === 0,
    })),
  );
  const list = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => ({
    written: parts.map(({ written }) => written).join(","),
    holds: (given: number) => parts.some(({ holds }) => holds(given)),
  }));
  return fc.oneof(fc.constant({ written: "*", holds: () => true }), list);
}

/** Either days of the month or days of the week are named: cron programs join both by "or". */
const schedule = fc
  .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6), fc.boolean())
  .map(([minute, hour, day, month, weekday, isByWeek]) => {
    const all: Field = { written: "*", holds: () => true };
    const fields = [minute, hour, isByWeek ? all : day, month, isByWeek ? weekday : all] as const;
    return { cron: fields.map(({ written }) => written).join(" "), fields };
  });

const instant = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true })
  .filter((date) => !Number.isNaN(date.getTime()));

test("a slot comes after the instant and shows on the clock what the string says", () => {
  fc.assert(
    fc.property(schedule, instant, ({ cron, fields }, after) => {
      checkCron(cron, ANY_INTERVAL);
      const slot = nextSlot({ cron, timeZone: "UTC" }, after);
      expect(slot?.getTime()).toBeGreaterThan(after.getTime());
      const clock = wallClockAt(slot ?? after, "UTC");
      const shown = [
        clock.getUTCMinutes(),
        clock.getUTCHours(),
        clock.getUTCDate(),
        clock.getUTCMonth() + 1,
        clock.getUTCDay(),
      ];
      expect(fields.map(({ holds }, index) => holds(shown[index] ?? -1))).toEqual(fields.map(() => true));
      expect(clock.getUTCSeconds() + clock.getUTCMilliseconds()).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test("no slot is left out: one that is due between is the next", () => {
  const daily = fc.tuple(fc.nat(23), fc.nat(59), fc.constantFrom(...ZONES), instant);
  fc.assert(
    fc.property(daily, ([hour, minute, timeZone, after]) => {
      const due = { cron: `${minute} ${hour} * * *`, timeZone };
      const slot = nextSlot(due, after);
      const stride = (slot?.getTime() ?? Infinity) - after.getTime();
      expect(stride).toBeGreaterThan(0);
      // A day that includes a clock change.
      expect(stride).toBeLessThanOrEqual(DAY_MS + 2 * 60 * 60 * 1000);
      // The result is the same for any earlier instant.
      const between = new Date(after.getTime() + Math.floor(stride / 2));
      expect(nextSlot(due, between)).toEqual(slot);
      expect(nextSlot(due, slot ?? after)?.getTime()).toBeGreaterThan(slot?.getTime() ?? Infinity);
    }),
    { numRuns: 150 },
  );
});

test("whatever is written, it is a schedule or refused in words that name the field", () => {
  const anything = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from("0159*/,- LW#?@MONjan\n")), maxLength: 24 }),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  fc.assert(
    fc.property(anything, (cron) => {
      expect(refusalOf(cron)).toMatch(/^(accepted|BAD_INPUT cron)$/);
    }),
    { numRuns: 300 },
  );
});

function refusalOf(cron: string): string {
  try {
    checkCron(cron, ANY_INTERVAL);
    return "accepted";
  } catch (error) {
    return error instanceof DomainError ? `${error.code} ${error.field}` : String(error);
  }
}
