import {
  Autocomplete,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import type { ReactNode } from "react";

import { LANGUAGES, MODES } from "../../documents/reading/reading.ts";
import type { EndDraft, ReadingDraft } from "./draft.ts";
import { TryOneFile } from "./try-one-file.tsx";

/** How the documents are read, with a trial on one file of the source. */
export function ReadingSection({
  reading,
  password,
  hasPassword = false,
  source,
  onChange,
  onPassword,
}: {
  readonly reading: ReadingDraft;
  /** Typed here, kept nowhere. */
  readonly password: string;
  /** Whether one is stored already. */
  readonly hasPassword?: boolean;
  readonly source: EndDraft;
  readonly onChange: (reading: ReadingDraft) => void;
  readonly onPassword: (password: string) => void;
}): ReactNode {
  return (
    <Stack maw={860}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label="Mode"
          description={MODES.find(({ value }) => value === reading.mode)?.about}
          data={MODES.map(({ value, label }) => ({ value, label }))}
          value={reading.mode}
          allowDeselect={false}
          onChange={(mode) => mode !== null && onChange({ ...reading, mode })}
        />
        <TextInput
          label="Pages"
          description="Such as 1-3,7; empty means all"
          value={reading.pages}
          onChange={({ currentTarget }) => onChange({ ...reading, pages: currentTarget.value })}
        />
        <Autocomplete
          label="Language"
          description="Of scans; auto finds it"
          data={[...LANGUAGES]}
          filter={({ options }) => options}
          value={reading.lang}
          onChange={(lang) => onChange({ ...reading, lang })}
        />
        <PasswordInput
          label="Password"
          description={hasPassword ? "One is set; type another to replace it" : "If the PDFs are encrypted"}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget }) => onPassword(currentTarget.value)}
        />
        <NumberInput
          label="Files in one run"
          description="At most; empty means no limit"
          min={1}
          allowDecimal={false}
          allowNegative={false}
          value={reading.maxFiles ?? ""}
          onChange={(value) => onChange({ ...reading, maxFiles: typeof value === "number" ? value : null })}
        />
      </SimpleGrid>
      <TryOneFile reading={reading} password={password} source={source} />
    </Stack>
  );
}
