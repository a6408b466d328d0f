import { Button, Group, Select, SimpleGrid, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { ApiError } from "../parts/api-error.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { amountOf, bytesIn } from "./limit-amounts.ts";
import { isNearlyUsed, QuotaBar } from "./quota-bar.tsx";
import { LIMITS, type Limits } from "./usage-queries.ts";

/** The limits of the organization and what is used of them; operators set them, and those of other organizations. */
export function LimitsSection(): ReactNode {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [edited, setEdited] = useState<Limits>();
  const [{ data, error }] = useQuery({
    query: LIMITS,
    variables: { organization: chosen },
    requestPolicy: "cache-and-network",
  });
  const limits = data?.organizationLimits;
  const operated = data?.operatedOrganizations ?? [];
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          Limits
        </Title>
        <Group gap="xs">
          {operated.length > 1 && limits !== undefined && (
            <Select
              aria-label="Organization"
              data={[...operated]}
              value={limits.organization}
              onChange={setChosen}
              allowDeselect={false}
              searchable
            />
          )}
          {operated.length > 0 && limits !== undefined && (
            <Button variant="default" onClick={() => setEdited(limits)}>
              Change limits
            </Button>
          )}
        </Group>
      </Group>
      {error !== undefined && <ApiError error={error} />}
      {limits === undefined && error === undefined && <TableSkeleton rows={2} />}
      {limits !== undefined && <LimitBars limits={limits} />}
      {edited !== undefined && (
        <LimitsPanel key={edited.organization} limits={edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

function LimitBars({ limits }: { readonly limits: Limits }): ReactNode {
  const { pagesPerDay, documentsInFlight, bytesKept, nextDay } = limits;
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
      <LimitBar name="Pages today" amounts={pagesPerDay} shown={amountOf}>
        Counted from 0 again <RelativeTime at={nextDay} />, at midnight UTC.
      </LimitBar>
      <LimitBar name="Documents in flight" amounts={documentsInFlight} shown={amountOf}>
        Waiting or being read.
      </LimitBar>
      <LimitBar name="Documents kept" amounts={bytesKept} shown={bytesIn}>
        Room comes back when documents are deleted or expire.
      </LimitBar>
    </SimpleGrid>
  );
}

function LimitBar({
  name,
  amounts: { limit, used },
  shown,
  children,
}: {
  readonly name: string;
  readonly amounts: Limits["pagesPerDay"];
  readonly shown: (amount: number) => string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Text size="sm" mb={4}>
        {limit === null ? `${shown(used)}, no limit` : `${shown(used)} of ${shown(limit)}`}
      </Text>
      {limit !== null && <QuotaBar label={name} used={used} quota={limit} />}
      {limit !== null && isNearlyUsed(used, limit) && (
        <Group gap={4} mt={4} wrap="nowrap">
          <IconAlertTriangle aria-hidden size={14} color="var(--mantine-color-error)" />
          <Text size="sm">{used >= limit ? "Used up: new documents are rejected." : "Nearly used up."}</Text>
        </Group>
      )}
      <Text size="sm" c="var(--ink-faint)" mt={4}>
        {children}
      </Text>
    </div>
  );
}
