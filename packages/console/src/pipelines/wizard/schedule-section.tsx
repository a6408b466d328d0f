import { Checkbox, Group, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { choiceOf, cronOf, FREQUENCIES, type CronChoice, type Frequency } from "./cron-choices.ts";
import type { ScheduleDraft } from "./draft.ts";
import { NextTimes } from "./next-times.tsx";

const LABELS = {
  manual: "By hand only",
  hourly: "Every hour",
  daily: "Every day",
  weekdays: "Monday to Friday",
  weekly: "Every week",
  monthly: "Every month",
  custom: "Cron expression",
} as const satisfies Record<Frequency, string>;

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** When a pipeline runs, with the next five times. */
export function ScheduleSection({
  schedule,
  onChange,
}: {
  readonly schedule: ScheduleDraft;
  readonly onChange: (schedule: ScheduleDraft) => void;
}): ReactNode {
  const { cron, timeZone, missedSlots, allowOverlap } = schedule;
  const [choice, setChoice] = useState(() => choiceOf(cron));
  const choose = (changed: Partial<CronChoice>): void => {
    const next = { ...choice, ...changed };
    setChoice(next);
    onChange({ ...schedule, cron: cronOf(next, cron ?? "0 6 * * *") });
  };
  return (
    <Stack maw={640}>
      <Group align="flex-end">
        <Select
          label="Runs"
          allowDeselect={false}
          value={choice.frequency}
          data={FREQUENCIES.map((value) => ({ value, label: LABELS[value] }))}
          onChange={(value) => choose({ frequency: FREQUENCIES.find((one) => one === value) ?? "manual" })}
        />
        <Moment choice={choice} onChoose={choose} />
        {choice.frequency === "custom" && (
          <TextInput
            label="Cron expression"
            description="Minute, hour, day, month, weekday; at most every 30 minutes"
            value={cron ?? ""}
            onChange={({ currentTarget }) => onChange({ ...schedule, cron: currentTarget.value })}
          />
        )}
      </Group>
      {choice.frequency !== "manual" && (
        <>
          <Select
            label="Time zone"
            searchable
            allowDeselect={false}
            value={timeZone}
            data={TIME_ZONES.includes(timeZone) ? TIME_ZONES : [timeZone, ...TIME_ZONES]}
            limit={60}
            onChange={(zone) => zone !== null && onChange({ ...schedule, timeZone: zone })}
          />
          {cron !== null && <NextTimes cron={cron} timeZone={timeZone} />}
          <Checkbox
            label="After downtime, run once if scheduled runs were missed"
            checked={missedSlots === "RUN_ONCE"}
            onChange={({ currentTarget }) =>
              onChange({ ...schedule, missedSlots: currentTarget.checked ? "RUN_ONCE" : "SKIP" })
            }
          />
        </>
      )}
      <Checkbox
        label="Allow a run to start while another one is in progress"
        checked={allowOverlap}
        onChange={({ currentTarget }) => onChange({ ...schedule, allowOverlap: currentTarget.checked })}
      />
    </Stack>
  );
}

function Moment({
  choice: { frequency, time, weekday, day },
  onChoose,
}: {
  readonly choice: CronChoice;
  readonly onChoose: (changed: Partial<CronChoice>) => void;
}): ReactNode {
  if (frequency === "manual" || frequency === "custom") return null;
  return (
    <>
      {frequency === "weekly" && (
        <Select
          label="On"
          allowDeselect={false}
          value={String(weekday)}
          data={WEEKDAYS.map((label, value) => ({ value: String(value), label }))}
          onChange={(value) => onChoose({ weekday: Number(value) })}
        />
      )}
      {frequency === "monthly" && (
        <NumberInput
          label="On day"
          min={1}
          max={31}
          w={90}
          allowDecimal={false}
          value={day}
          onChange={(value) => typeof value === "number" && onChoose({ day: value })}
        />
      )}
      {frequency === "hourly" ? (
        <NumberInput
          label="At minute"
          min={0}
          max={59}
          w={110}
          allowDecimal={false}
          value={Number(time.split(":")[1])}
          onChange={(value) =>
            typeof value === "number" && onChoose({ time: `00:${String(value).padStart(2, "0")}` })
          }
        />
      ) : (
        <TextInput
          label="At"
          type="time"
          w={120}
          value={time}
          onChange={({ currentTarget: { value } }) => value !== "" && onChoose({ time: value })}
        />
      )}
    </>
  );
}
