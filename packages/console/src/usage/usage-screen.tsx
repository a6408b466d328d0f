import { Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, type ReactNode } from "react";
import { useQuery } from "urql";

import { modeLabel } from "../documents/reading/reading.ts";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Screen } from "../parts/screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { DownloadCsv } from "./download-csv.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { PagesTable } from "./pages-table.tsx";
import { daysOf, isPeriod, PERIODS } from "./periods.ts";
import { TagField } from "./tag-field.tsx";
import { KeyTable, TagTable } from "./tag-and-key-tables.tsx";
import { USAGE, type UsageOfPeriod, type UsagePeriod } from "./usage-queries.ts";

const PagesChart = lazy(() => import("./pages-chart.tsx").then((module) => ({ default: module.PagesChart })));

/** Pages read in a period. */
export function UsageScreen(): ReactNode {
  const { period = "month", tag } = useSearch({ from: "/frame/usage" });
  const navigate = useNavigate({ from: "/usage" });
  const days = daysOf(period, new Date());
  const variables: UsagePeriod = { from: days[0] ?? "", to: days.at(-1) ?? "", tag: tag ?? null };
  const [{ data, error }, reload] = useQuery({
    query: USAGE,
    variables: { ...variables },
    requestPolicy: "cache-and-network",
  });
  return (
    <Screen title="Usage" actions={<DownloadCsv period={variables} />}>
      <LimitsSection />
      <Group>
        <SegmentedControl
          aria-label="Period"
          data={[...PERIODS]}
          value={period}
          onChange={(chosen) =>
            isPeriod(chosen) && void navigate({ search: (now) => ({ ...now, period: chosen }) })
          }
        />
        <TagField />
      </Group>
      {error !== undefined && (
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      )}
      {data === undefined && error === undefined && <TableSkeleton rows={8} />}
      {data?.usage.pages === 0 && (
        <EmptyState title="No pages in this period">Every page that is read counts here.</EmptyState>
      )}
      {data !== undefined && data.usage.pages > 0 && (
        <PagesOfPeriod usage={data.usage} days={days} period={variables} />
      )}
    </Screen>
  );
}

function PagesOfPeriod({
  usage,
  days,
  period,
}: {
  readonly usage: UsageOfPeriod;
  readonly days: readonly string[];
  readonly period: UsagePeriod;
}): ReactNode {
  return (
    <Stack gap="xl">
      <Text fz={28} fw={650}>
        {usage.pages.toLocaleString("en")} <Text span>{usage.pages === 1 ? "page" : "pages"}</Text>
      </Text>
      <section aria-labelledby="by-day">
        <Title order={2} id="by-day" mb="sm">
          By day
        </Title>
        <Suspense fallback={<Skeleton h={280} />}>
          <PagesChart days={days} usage={usage} />
        </Suspense>
      </section>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
        <PagesTable
          title="By mode"
          column="Mode"
          rows={usage.byMode.map(({ mode, pages }) => ({ key: mode, name: modeLabel(mode), pages }))}
        />
        <TagTable period={period} />
        <KeyTable period={period} />
      </SimpleGrid>
    </Stack>
  );
}
