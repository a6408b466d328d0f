import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import type { ReactNode } from "react";

import { MODES } from "../documents/reading/reading.ts";
import type { ExtractionMode } from "../generated/graphql.ts";
import type { UsageOfPeriod } from "./usage-queries.ts";

const shortDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** Each stands out from the background in both schemes. */
const COLORS = {
  FORM: "ink.5",
  TABLE: "teal.7",
  HIGH_QUALITY: "grape.6",
  LOW_COST: "orange.7",
  NATIVE_TEXT: "gray.6",
} as const satisfies Record<ExtractionMode, string>;

/** Pages as one bar a day, stacked by mode; days without pages are left empty. */
export function PagesChart({
  days,
  usage: { byDayAndMode, byMode },
}: {
  readonly days: readonly string[];
  readonly usage: UsageOfPeriod;
}): ReactNode {
  const groupsOf = Map.groupBy(byDayAndMode, ({ day }) => day);
  const data = days.map((day) => ({
    day: shortDay.format(new Date(day)),
    ...Object.fromEntries(groupsOf.get(day)?.map(({ mode, pages }) => [mode, pages]) ?? []),
  }));
  const used = new Set(byMode.map(({ mode }) => mode));
  return (
    <BarChart
      h={280}
      data={data}
      dataKey="day"
      type="stacked"
      series={MODES.filter(({ value }) => used.has(value)).map(({ value, label }) => ({
        name: value,
        label,
        color: COLORS[value],
      }))}
      withLegend
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ interval: "equidistantPreserveStart" }}
      valueFormatter={(pages) => pages.toLocaleString("en")}
      barProps={{ isAnimationActive: false }}
      maxBarWidth={28}
    />
  );
}
