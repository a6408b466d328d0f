import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { ExtractionKeysQuery } from "../generated/graphql.ts";
import { QuotaBar } from "../usage/quota-bar.tsx";

type Key = ExtractionKeysQuery["extractionKeys"][number];

/** Pages of a key today and this month, each with a bar if it has a quota, and its limit of requests. */
export function KeyPages({
  usage: { today, thisMonth },
  pagesPerDay,
  pagesPerMonth,
  requestsPerMinute,
}: Pick<Key, "pagesPerDay" | "pagesPerMonth" | "requestsPerMinute" | "usage">): ReactNode {
  return (
    <Stack gap={4} align="stretch" py={4}>
      <Quota pages={today} quota={pagesPerDay} period="today" />
      <Quota pages={thisMonth} quota={pagesPerMonth} period="this month" />
      {requestsPerMinute !== null && (
        <Text size="sm" c="var(--ink-faint)">
          {requestsPerMinute.toLocaleString("en")} requests a minute
        </Text>
      )}
    </Stack>
  );
}

function Quota({
  pages,
  quota,
  period,
}: {
  readonly pages: number;
  readonly quota: number | null;
  readonly period: string;
}): ReactNode {
  const count = pages.toLocaleString("en");
  if (quota === null)
    return (
      <Text size="sm">
        {count} {period}
      </Text>
    );
  return (
    <div>
      <Text size="sm">
        {count} of {quota.toLocaleString("en")} {period}
      </Text>
      <QuotaBar label={`Pages ${period}`} used={pages} quota={quota} />
    </div>
  );
}
