import { Button, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { useMay } from "../../frame/viewer.ts";
import { ConfirmAction } from "../../parts/confirm-action.tsx";
import { cancelJobs, deleteJobs } from "../job-actions.ts";
import { isSettled, type JobRow } from "../live/job-row.ts";
import { DownloadChosen } from "./download-chosen.tsx";
import { SubmitAgain } from "./submit-again.tsx";
import classes from "./list.module.css";

/** Actions on the selected documents. */
export function ChosenDocuments({
  chosen,
  onDeleted,
  onClear,
}: {
  readonly chosen: readonly JobRow[];
  readonly onDeleted: (ids: readonly string[]) => void;
  readonly onClear: () => void;
}): ReactNode {
  const [again, setAgain] = useState(false);
  const running = chosen.filter((job) => !isSettled(job)).map(({ id }) => id);
  const submits = useMay("SUBMIT_DOCUMENTS");
  const cancels = useMay("CANCEL_JOBS");
  const deletes = useMay("DELETE_JOBS");
  const settled = chosen.filter(isSettled).map(({ id }) => id);
  const remove = async (): Promise<void> => onDeleted(await deleteJobs(settled));
  return (
    <div className={classes["chosen"]} role="region" aria-label="Selected documents">
      <Text fw={600}>{chosen.length} selected</Text>
      {cancels && running.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => void cancelJobs(running)}>
          Cancel
        </Button>
      )}
      {submits && (
        <Button size="compact-sm" variant="default" onClick={() => setAgain(true)}>
          Submit again
        </Button>
      )}
      {settled.length > 0 && <DownloadChosen ids={settled} />}
      {deletes && settled.length > 0 && (
        <ConfirmAction
          label="Delete"
          consequence={`${settled.length} documents and their texts are deleted for everyone. This cannot be undone.`}
          onConfirm={() => void remove()}
        />
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
      {again && (
        <SubmitAgain
          ids={chosen.map(({ id }) => id)}
          onClose={() => setAgain(false)}
          onDone={() => {
            setAgain(false);
            onClear();
          }}
        />
      )}
    </div>
  );
}
