import { Button, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";

import { Panel } from "../../parts/panel.tsx";
import { readAgain } from "../job-actions.ts";
import { MODES } from "../reading/reading.ts";

/** Submits documents again; what is left empty stays as it was. */
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
  const [mode, setMode] = useState<(typeof MODES)[number]["value"] | null>(null);
  const [pages, setPages] = useState("");
  const [lang, setLang] = useState("");
  const [password, setPassword] = useState("");
  const [tag, setTag] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const done = await readAgain(ids, {
      options: {
        ...(mode === null ? {} : { mode }),
        ...(pages.trim() === "" ? {} : { pages: pages.trim() }),
        ...(lang.trim() === "" ? {} : { lang: lang.trim() }),
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
          <Select
            label="Mode"
            placeholder="As before"
            clearable
            data={MODES.map(({ value, label }) => ({ value, label }))}
            value={mode}
            onChange={setMode}
          />
          <TextInput
            label="Pages"
            placeholder="As before"
            description="Such as 1-3,7"
            value={pages}
            onChange={({ currentTarget }) => setPages(currentTarget.value)}
          />
          <TextInput
            label="Language"
            placeholder="As before"
            description="Of scans, such as eng, deu+fra or auto"
            value={lang}
            onChange={({ currentTarget }) => setLang(currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            description="Passwords are not kept; give it again for encrypted PDFs"
            autoComplete="off"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
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
