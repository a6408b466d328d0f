/** The schedules that most people want. Anything else is written as a cron expression. */
export const FREQUENCIES = ["manual", "hourly", "daily", "weekdays", "weekly", "monthly", "custom"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface CronChoice {
  readonly frequency: Frequency;
  /** "HH:MM". */
  readonly time: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly day: number;
}

const DEFAULTS = { time: "06:00", weekday: 1, day: 1 } as const;

/** The expression of a choice; null for a pipeline that is run by hand. `custom` keeps the given one. */
export function cronOf({ frequency, time, weekday, day }: CronChoice, custom: string): string | null {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const expressions = {
    manual: null,
    hourly: `${minute} * * * *`,
    daily: `${minute} ${hour} * * *`,
    weekdays: `${minute} ${hour} * * 1-5`,
    weekly: `${minute} ${hour} * * ${weekday}`,
    monthly: `${minute} ${hour} ${day} * *`,
    custom,
  } as const satisfies Record<Frequency, string | null>;
  return expressions[frequency];
}

/** The choice that an expression stands for. */
export function choiceOf(cron: string | null): CronChoice {
  if (cron === null) return { frequency: "manual", ...DEFAULTS };
  const [, minute, hour, day, weekday] =
    /^(\d{1,2}) (\d{1,2}|\*) (\d{1,2}|\*) \* (\d|1-5|\*)$/.exec(cron.trim()) ?? [];
  const custom: CronChoice = { frequency: "custom", ...DEFAULTS };
  if (minute === undefined || hour === undefined || day === undefined || weekday === undefined) return custom;
  const time = `${hour === "*" ? "00" : hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  const known = { ...custom, time };
  if (hour === "*") return day === "*" && weekday === "*" ? { ...known, frequency: "hourly" } : custom;
  if (day !== "*") return weekday === "*" ? { ...known, frequency: "monthly", day: Number(day) } : custom;
  if (weekday === "*") return { ...known, frequency: "daily" };
  if (weekday === "1-5") return { ...known, frequency: "weekdays" };
  return { ...known, frequency: "weekly", weekday: Number(weekday) };
}
