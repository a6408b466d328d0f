import { NumberInput, SimpleGrid, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { ReadingFields } from "../../documents/reading/reading-fields.tsx";
import type { EndDraft, ReadingDraft } from "./draft.ts";
import { useReadingProblem } from "./problems.ts";
import { TryOneFile } from "./try-one-file.tsx";

/** The most that a workflow takes. */
const MAX_FILES = 1_000_000;

/** How the documents are read, with a trial on one file of the source. */
export function ReadingSection({
  reading,
  password,
  hasPassword = false,
  source,
  workflowId,
  onChange,
  onPassword,
}: {
  readonly reading: ReadingDraft;
  /** Typed here, kept nowhere. */
  readonly password: string;
  /** Whether one is stored already. */
  readonly hasPassword?: boolean;
  readonly source: EndDraft;
  /** The workflow whose other options and password apply to a trial. */
  readonly workflowId?: string;
  readonly onChange: (reading: ReadingDraft) => void;
  readonly onPassword: (password: string) => void;
}): ReactNode {
  const problem = useReadingProblem(reading);
  const errorOf = (field: string): string | undefined =>
    problem?.field === field ? problem.message : undefined;
  return (
    <Stack maw={860}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <ReadingFields
          value={{ ...reading, password }}
          passwordNote={hasPassword ? "One is set; type another to replace it" : "If the PDFs are encrypted"}
          errorOf={errorOf}
          onChange={({ mode, attachments, password: typed, ...changed }) => {
            if (typed !== undefined) return onPassword(typed);
            onChange({
              ...reading,
              ...changed,
              mode: mode ?? reading.mode,
              attachments: attachments ?? reading.attachments,
            });
          }}
        />
        <NumberInput
          label="Files in one run"
          description="At most; empty means no limit"
          min={1}
          max={MAX_FILES}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={reading.maxFiles ?? ""}
          onChange={(value) => onChange({ ...reading, maxFiles: typeof value === "number" ? value : null })}
        />
      </SimpleGrid>
      <TryOneFile reading={reading} password={password} source={source} workflowId={workflowId} />
    </Stack>
  );
}
