import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import type { ReactNode } from "react";

import type { UsageQuery } from "../generated/graphql.ts";

const shortDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** Pages as one bar a day; days without pages stand empty. */
export function PagesChart({
  days,
  byDay,
}: {
  readonly days: readonly string[];
  readonly byDay: UsageQuery["usage"]["byDay"];
}): ReactNode {
  const pagesOf = new Map(byDay.map(({ day, pages }) => [day, pages]));
  const data = days.map((day) => ({ day: shortDay.format(new Date(day)), Pages: pagesOf.get(day) ?? 0 }));
  return (
    <BarChart
      h={240}
      data={data}
      dataKey="day"
      series={[{ name: "Pages", color: "ink.6" }]}
      gridAxis="y"
      tickLine="none"
      valueFormatter={(pages) => pages.toLocaleString("en")}
      barProps={{ isAnimationActive: false, radius: 2 }}
      maxBarWidth={28}
    />
  );
}
