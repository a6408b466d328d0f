import { Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Screen } from "../parts/screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { DownloadCsv } from "./download-csv.tsx";
import { ModeTable } from "./mode-table.tsx";
import { PagesChart } from "./pages-chart.tsx";
import { daysOf, isPeriod, PERIODS } from "./periods.ts";

const USAGE = graphql(`
  query Usage($from: LocalDate!, $to: LocalDate!, $tag: String) {
    usage(from: $from, to: $to, tag: $tag) {
      pages
      byDay {
        day
        pages
      }
      byMode {
        mode
        pages
      }
    }
  }
`);

/** Pages read in a period. */
export function UsageScreen(): ReactNode {
  const { period = "month", tag } = useSearch({ from: "/frame/usage" });
  const navigate = useNavigate({ from: "/usage" });
  const days = daysOf(period, new Date());
  const [{ data, error }, reload] = useQuery({
    query: USAGE,
    variables: { from: days[0] ?? "", to: days.at(-1) ?? "", tag: tag ?? null },
    requestPolicy: "cache-and-network",
  });
  const filterBy = useDebouncedCallback(
    (typed: string) => void navigate({ search: (now) => ({ ...now, tag: typed }), replace: true }),
    300,
  );
  return (
    <Screen title="Usage" actions={data && <DownloadCsv usage={data.usage} tag={tag} />}>
      <Group>
        <SegmentedControl
          aria-label="Period"
          data={[...PERIODS]}
          value={period}
          onChange={(chosen) =>
            isPeriod(chosen) && void navigate({ search: (now) => ({ ...now, period: chosen }) })
          }
        />
        <TextInput
          aria-label="Tag"
          placeholder="All tags"
          defaultValue={tag ?? ""}
          onChange={({ currentTarget }) => filterBy(currentTarget.value)}
        />
      </Group>
      {error !== undefined && (
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      )}
      {data === undefined && error === undefined && <TableSkeleton rows={8} />}
      {data?.usage.pages === 0 && (
        <EmptyState title="No pages in this period">Every page that is read counts here.</EmptyState>
      )}
      {data !== undefined && data.usage.pages > 0 && (
        <Stack gap="xl">
          <Text fz={28} fw={650}>
            {data.usage.pages.toLocaleString("en")} <Text span>pages</Text>
          </Text>
          <section aria-labelledby="by-day">
            <Title order={2} id="by-day" mb="sm">
              By day
            </Title>
            <PagesChart days={days} byDay={data.usage.byDay} />
          </section>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <section aria-labelledby="by-mode">
              <Title order={2} id="by-mode" mb="sm">
                By mode
              </Title>
              <ModeTable byMode={data.usage.byMode} />
            </section>
          </SimpleGrid>
        </Stack>
      )}
    </Screen>
  );
}
