import { Button, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";

import { ApiError } from "../parts/api-error.tsx";
import { Panel, useReturnFocus } from "../parts/panel.tsx";
import { useAction } from "../parts/use-action.ts";
import { MEGABYTE } from "./limit-amounts.ts";
import { SET_LIMITS, type Limits } from "./usage-queries.ts";

type Limit = number | "";

/** Sets the limits of an organization. */
export function LimitsPanel({
  limits: { organization, own, pagesPerDay, documentsInFlight, bytesKept },
  onClose,
}: {
  readonly limits: Limits;
  readonly onClose: () => void;
}): ReactNode {
  useReturnFocus();
  const { run, busy, error } = useAction(SET_LIMITS, { done: "The limits were changed", quiet: true });
  const form = useForm<Record<"pagesPerDay" | "documentsInFlight" | "megabytesKept", Limit>>({
    initialValues: {
      pagesPerDay: pagesPerDay.limit ?? "",
      documentsInFlight: documentsInFlight.limit ?? "",
      megabytesKept: bytesKept.limit === null ? "" : bytesKept.limit / MEGABYTE,
    },
  });
  const set = async (limits: Record<string, number | null> | null): Promise<void> => {
    if (await run({ input: { organization, limits } })) onClose();
  };
  const setEntered = ({
    pagesPerDay: pages,
    documentsInFlight: documents,
    megabytesKept,
  }: typeof form.values) =>
    set({
      pagesPerDay: valueOf(pages),
      documentsInFlight: valueOf(documents),
      bytesKept: megabytesKept === "" ? null : Math.round(megabytesKept * MEGABYTE),
    });
  const limit = { min: 0, thousandSeparator: ",", placeholder: "No limit" };
  return (
    <Panel title={`Limits of ${organization}`} opened onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => void setEntered(values))}>
        <Stack>
          {error !== undefined && <ApiError error={error} />}
          <Text size="sm" c="var(--ink-faint)">
            {own
              ? "These limits were set for this organization."
              : "These are the service’s defaults. What you set here applies to this organization only."}{" "}
            Documents that would exceed a limit are rejected; those already accepted are read.
          </Text>
          <NumberInput
            label="Pages a day"
            allowDecimal={false}
            data-autofocus
            {...limit}
            {...form.getInputProps("pagesPerDay")}
          />
          <NumberInput
            label="Documents in flight"
            description="Waiting or being read, at the same time."
            allowDecimal={false}
            {...limit}
            {...form.getInputProps("documentsInFlight")}
          />
          <NumberInput
            label="Documents kept, in megabytes"
            {...limit}
            {...form.getInputProps("megabytesKept")}
          />
          <Button type="submit" loading={busy}>
            Set limits
          </Button>
          {own && (
            <Button variant="default" loading={busy} onClick={() => void set(null)}>
              Use the service’s defaults
            </Button>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

function valueOf(limit: Limit): number | null {
  return limit === "" ? null : limit;
}
