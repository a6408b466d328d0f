import { deepEqual } from "@tanstack/react-router";
import { useMemo, useState } from "react";

import type { PipelineRecord, WorkflowRecord } from "./pipeline-queries.ts";
import { draftOf, type PipelineDraft } from "./wizard/draft.ts";

/** The settings of a pipeline as they are edited. */
export interface Settings {
  readonly draft: PipelineDraft;
  readonly setDraft: (draft: PipelineDraft) => void;
  /** The records that the draft began with; a save names their versions. */
  readonly base: SettingsRecords;
  /** Whether the draft differs from what it began with. */
  readonly isChanged: boolean;
  /** The parts that were saved elsewhere since, if there are unsaved changes here. */
  readonly changedElsewhere: readonly (keyof PipelineDraft)[];
  /** Continues with the given records; without any, with the latest that are known. */
  readonly restart: (records?: SettingsRecords) => void;
}

export interface SettingsRecords {
  readonly pipeline: PipelineRecord;
  readonly workflow: WorkflowRecord;
}

const PARTS = [
  "name",
  "source",
  "reading",
  "destination",
  "schedule",
] as const satisfies readonly (keyof PipelineDraft)[];

/** Follows the records as they are loaded again, but never drops what was typed. */
export function useSettings({ pipeline, workflow }: SettingsRecords): Settings {
  const latest = useMemo(() => ({ pipeline, workflow }), [pipeline, workflow]);
  const [base, setBase] = useState<SettingsRecords>(latest);
  const [draft, setDraft] = useState(() => draftIn(latest));
  const began = useMemo(() => draftIn(base), [base]);
  const isChanged = !deepEqual(draft, began);
  const changedElsewhere = PARTS.filter((part) => !deepEqual(draftIn(latest)[part], began[part]));
  const restart = (records: SettingsRecords = latest): void => {
    setBase(records);
    setDraft(draftIn(records));
  };
  if (latest !== base && changedElsewhere.length === 0) setBase(latest);
  else if (latest !== base && !isChanged) {
    setBase(latest);
    setDraft(draftIn(latest));
  }
  return {
    draft,
    setDraft,
    base,
    isChanged,
    changedElsewhere: isChanged ? changedElsewhere : [],
    restart,
  };
}

function draftIn({ pipeline, workflow }: SettingsRecords): PipelineDraft {
  return draftOf(pipeline, workflow);
}
