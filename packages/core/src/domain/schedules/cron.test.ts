import { describe, expect, test } from "vitest";
import { checkCron, nextSlot } from "./cron.ts";
import { wallClockAt } from "./wall-clock.ts";

const HALF_AN_HOUR = { minimumIntervalSeconds: 1800 };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function slotsOf(cron: string, timeZone: string, [from, to]: readonly [string, string]): Date[] {
  const slots: Date[] = [];
  const end = new Date(to);
  for (
    let slot = nextSlot({ cron, timeZone }, new Date(from));
    slot && slot < end;
    slot = nextSlot({ cron, timeZone }, slot)
  ) {
    slots.push(slot);
  }
  return slots;
}

describe("a cron string is refused when", () => {
  test.each(["", "* * * *", "* * * * * *", "a b c d e", "60 * * * *", "10-5 * * * *", "*/0 * * * *"])(
    "it is not well formed: %j",
    (cron) => {
      expect(() => checkCron(cron, HALF_AN_HOUR)).toThrow(
        expect.objectContaining({ code: "BAD_INPUT", field: "cron", message: "Invalid cron string format." }),
      );
    },
  );

  test.each(["@daily", "0 0 L * *", "0 0 15W * *", "0 0 * * 5#2", "0 0 * * 5L", "0 0 ? * *"])(
    "UNIX does not know it: %s",
    (cron) => expect(() => checkCron(cron, HALF_AN_HOUR)).toThrow("Invalid cron string format."),
  );

  test("it matches no existing day", () => {
    expect(() => checkCron("0 0 31 2 *", HALF_AN_HOUR)).toThrow("matches no existing day");
  });

  test.each([
    ["* * * * *", "every minute"],
    ["*/15 * * * *", "every 15 minutes"],
    ["*/29 * * * *", "every 2 minutes"],
    ["0,20 * * * *", "every 20 minutes"],
    // From the last time of an hour to the first of the next.
    ["0,50 * * * *", "every 10 minutes"],
    ["5-8 4 * * *", "every minute"],
    // From the last time of a day to the first of the next.
    ["0,45 0,23 * * *", "every 15 minutes"],
  ])("it runs too often: %s", (cron, interval) => {
    expect(() => checkCron(cron, HALF_AN_HOUR)).toThrow(
      `The cron string runs as often as ${interval}; the minimum interval is 30 minutes.`,
    );
  });
});

test.each(["*/30 * * * *", "15,45 * * * *", "0,50 3 * * *", "7 4 * * MON-FRI", "0 0 29 FEB *", "30 * 1 * *"])(
  "a cron string that is not too frequent is accepted: %s",
  (cron) => expect(() => checkCron(cron, HALF_AN_HOUR)).not.toThrow(),
);

test("the least interval is as configured", () => {
  expect(() => checkCron("* * * * *", { minimumIntervalSeconds: 60 })).not.toThrow();
});

test("a slot is after the instant, not at it", () => {
  const slot = nextSlot({ cron: "0 12 * * *", timeZone: "UTC" }, new Date("2026-01-01T12:00:00Z"));
  expect(slot).toEqual(new Date("2026-01-02T12:00:00Z"));
});

test("a slot is a time on the clock of its zone", () => {
  const slot = nextSlot({ cron: "30 9 * * *", timeZone: "Asia/Kolkata" }, new Date("2026-01-01T00:00:00Z"));
  expect(slot).toEqual(new Date("2026-01-01T04:00:00Z"));
});

describe("a clock that is put forward", () => {
  const spring = ["2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z"] as const;

  test.each(["0 2 * * *", "30 2 * * *", "0,30 2 * * *", "30 2,3 * * *"])(
    "makes slots that it leaves out due at the change, once: %s",
    (cron) => expect(slotsOf(cron, "Europe/Berlin", spring)[0]).toEqual(new Date("2026-03-29T01:00:00Z")),
  );

  test("leaves a schedule of half hours at half hours", () => {
    expect(
      slotsOf("*/30 * * * *", "Europe/Berlin", spring).map((slot) => slot.toISOString().slice(11, 16)),
    ).toEqual(["00:30", "01:00", "01:30", "02:00", "02:30"]);
  });

  test("over a whole day makes the slots of that day due when it ends", () => {
    const slots = slotsOf("0 9 * * *", "Pacific/Apia", ["2011-12-29T20:00:00Z", "2011-12-31T00:00:00Z"]);
    expect(slots.map((slot) => slot.toISOString())).toEqual([
      "2011-12-30T10:00:00.000Z",
      "2011-12-30T19:00:00.000Z",
    ]);
  });
});

test.each(["0 2 * * *", "30 2 * * *", "0,30 2 * * *", "*/30 * * * *"])(
  "a clock that is put back makes a slot that it shows twice due the first time: %s",
  (cron) => {
    const slots = slotsOf(cron, "Europe/Berlin", ["2026-10-24T23:59:00Z", "2026-10-25T02:00:00Z"]);
    const shown = slots.map((slot) => wallClockAt(slot, "Europe/Berlin").toISOString().slice(11, 16));
    expect(new Set(shown).size).toBe(shown.length);
    expect(slots.every((slot) => slot < new Date("2026-10-25T01:00:00Z"))).toBe(true);
  },
);

/**
 * Zones with changes of an hour, of half an hour, at midnight, in the southern hemisphere, without changes, and with
 * an odd offset.
 */
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Santiago",
  "America/Havana",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Kathmandu",
];
const STRINGS = [
  "0 0 * * *",
  "30 0 * * *",
  "15 1 * * *",
  "0 2 * * *",
  "30 2 * * *",
  "59 2 * * *",
  "0 3 * * *",
  "45 23 * * *",
];

test.each(ZONES)("every slot of a year is due once, whatever the clock does: %s", (zone) => {
  for (const cron of STRINGS) {
    const slots = slotsOf(cron, zone, ["2026-01-01T12:00:00Z", "2027-01-01T12:00:00Z"]);
    const strides = slots.slice(1).map((slot, index) => slot.getTime() - (slots[index]?.getTime() ?? 0));
    const odd = strides.filter((stride) => Math.abs(stride - DAY_MS) > 2 * HOUR_MS);
    expect({ cron, slots: slots.length, odd }).toEqual({ cron, slots: 365, odd: [] });
  }
});
