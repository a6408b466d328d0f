import { Button, Stack, TextInput } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";

import { Panel, useReturnFocus } from "../../parts/panel.tsx";
import { readAgain } from "../job-actions.ts";
import { ReadingFields, type ReadingChoice } from "../reading/reading-fields.tsx";

const AS_BEFORE: ReadingChoice = { mode: null, pages: "", lang: "", attachments: null, password: "" };

/** Submits documents again; empty fields keep their values. */
export function SubmitAgain({
  ids,
  onClose,
  onDone,
}: {
  readonly ids: readonly string[];
  readonly onClose: () => void;
  /** Gets the ids of the new documents. */
  readonly onDone: (ids: readonly string[]) => void;
}): ReactNode {
  useReturnFocus();
  const [reading, setReading] = useState<ReadingChoice>(AS_BEFORE);
  const [tag, setTag] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const { mode, pages, lang, attachments, password } = reading;
    const done = await readAgain(ids, {
      options: {
        ...(mode === null ? {} : { mode }),
        ...(pages.trim() === "" ? {} : { pages: pages.trim() }),
        ...(lang.trim() === "" ? {} : { lang: lang.trim() }),
        ...(attachments === null ? {} : { attachments }),
      },
      ...(password === "" ? {} : { documentPassword: password }),
      ...(tag.trim() === "" ? {} : { tag: tag.trim() }),
    });
    setBusy(false);
    if (done.length > 0) onDone(done);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <Panel
      title={ids.length === 1 ? "Submit again" : `Submit ${ids.length} documents again`}
      opened
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Stack>
          <ReadingFields
            value={reading}
            asBefore
            passwordNote="Passwords are not kept; type it again for encrypted PDFs"
            onChange={(changed) => setReading({ ...reading, ...changed })}
          />
          <TextInput
            label="Tag"
            placeholder="As before"
            maxLength={255}
            value={tag}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
          />
          <Button type="submit" loading={busy}>
            Submit again
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
