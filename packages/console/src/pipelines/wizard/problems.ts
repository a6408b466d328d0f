import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { useQuery } from "urql";

import { graphql } from "../../api/graphql.ts";
import type { EndpointDirection } from "../../generated/graphql.ts";
import { messageOf } from "../../parts/api-error.tsx";
import { missingOf, optionsOf, type EndDraft, type PipelineDraft, type ReadingDraft } from "./draft.ts";
import { SCHEDULE_PREVIEW } from "./store-queries.ts";

const OPTION_PROBLEM = graphql(`
  query OptionProblem($options: ExtractionOptionsInput!) {
    optionProblem(options: $options) {
      field
      message
    }
  }
`);

const ENDPOINT_PROBLEM = graphql(`
  query EndpointProblem(
    $direction: EndpointDirection!
    $connection: ConnectionType!
    $configuration: JSONObject!
  ) {
    endpointProblem(direction: $direction, connection: $connection, configuration: $configuration) {
      field
      message
    }
  }
`);

/** Inputs are checked when nothing was typed for this long. */
const PAUSE_MS = 300;

/** Why each part of a pipeline would be rejected, in words; undefined if no reason is known. */
export type DraftProblems = Readonly<
  Record<"destination" | "reading" | "schedule" | "source", string | undefined>
>;

/** Checks a draft with the rules of the API while it is edited. */
export function useDraftProblems({ source, reading, destination, schedule }: PipelineDraft): DraftProblems {
  const sourceProblem = useEndProblem("SOURCE", source);
  const destinationProblem = useEndProblem("DESTINATION", destination);
  return {
    source: missingOf(source, "source") ?? sourceProblem,
    reading: useReadingProblem(reading)?.message,
    destination: missingOf(destination, "destination") ?? destinationProblem,
    schedule: useScheduleProblem(schedule.cron, schedule.timeZone),
  };
}

/** The first of the problems, in the order of the wizard. */
export function firstOf({ source, reading, destination, schedule }: DraftProblems): string | undefined {
  return source ?? reading ?? destination ?? schedule;
}

/** The first option that would be rejected. */
export function useReadingProblem(
  reading: ReadingDraft,
): { readonly field: string; readonly message: string } | undefined {
  const [settled] = useDebouncedValue(reading, PAUSE_MS);
  const options = useMemo(() => optionsOf(settled), [settled]);
  const [{ data }] = useQuery({ query: OPTION_PROBLEM, variables: { options } });
  return data?.optionProblem ?? undefined;
}

function useEndProblem(direction: EndpointDirection, end: EndDraft): string | undefined {
  const [{ connection, configuration }] = useDebouncedValue(end, PAUSE_MS);
  const [{ data }] = useQuery({
    query: ENDPOINT_PROBLEM,
    variables: { direction, connection: connection ?? "API", configuration },
    pause: connection === null,
  });
  return connection === null ? undefined : data?.endpointProblem?.message;
}

function useScheduleProblem(cron: string | null, timeZone: string): string | undefined {
  const [settled] = useDebouncedValue(cron, PAUSE_MS);
  const [{ error }] = useQuery({
    query: SCHEDULE_PREVIEW,
    variables: { cron: settled ?? "", timeZone },
    pause: settled === null,
  });
  return settled === null || cron === null || error === undefined ? undefined : messageOf(error);
}
