import { SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { ApiError, codeOf } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Screen } from "../parts/screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useRefreshWhile } from "../pipelines/use-refresh-while.ts";
import { Checks } from "./checks.tsx";
import { Kept } from "./kept.tsx";
import { Licences } from "./licences.tsx";
import { Queue } from "./queue.tsx";
import { Replicas } from "./replicas.tsx";
import { SYSTEM, type SystemState } from "./system-queries.ts";

const REFRESH_MS = 15_000;

/** The state of the service, for managers. */
export function SystemScreen(): ReactNode {
  const [{ data, error }, ask] = useQuery({ query: SYSTEM, requestPolicy: "cache-and-network" });
  const refresh = (): void => ask({ requestPolicy: "network-only" });
  const isForbidden = error !== undefined && codeOf(error) === "FORBIDDEN";
  useRefreshWhile(useDocumentVisibility() === "visible" && !isForbidden, refresh, REFRESH_MS);
  return (
    <Screen title="System" actions={data && <Text>Galley {data.system.version}</Text>}>
      {isForbidden && (
        <EmptyState title="Only managers see this screen">
          Ask a manager of your organization if you need to know the state of the service.
        </EmptyState>
      )}
      {error !== undefined && !isForbidden && <ApiError error={error} retry={refresh} />}
      {data === undefined && error === undefined && <TableSkeleton rows={10} />}
      {data !== undefined && <State system={data.system} />}
    </Screen>
  );
}

function State({ system }: { readonly system: SystemState }): ReactNode {
  return (
    <Stack gap="xl">
      <Section id="queue" title="Queue">
        <Queue system={system} />
      </Section>
      {!system.shared && (
        <Section id="replicas" title="Replicas">
          <Replicas replicas={system.replicas} />
        </Section>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Section id="checks" title="Checks">
          <Checks checks={system.checks} />
        </Section>
        <Section id="settings" title="Retention and languages">
          <Kept system={system} />
        </Section>
      </SimpleGrid>
      <Section id="licences" title="Licences">
        <Licences />
      </Section>
    </Stack>
  );
}

function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
