import { Autocomplete, PasswordInput, Select, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { ATTACHMENTS, LANGUAGES, MODES, type Reading } from "./reading.ts";

/** The fields that every form about reading has. What is null stays as it was. */
export interface ReadingChoice extends Omit<Reading, "attachments" | "mode" | "tag"> {
  readonly mode: Reading["mode"] | null;
  readonly attachments: Reading["attachments"] | null;
}

/** Fields for how documents are read. Empty fields of `asBefore` keep their values. */
export function ReadingFields({
  value,
  asBefore = false,
  passwordNote = "If the PDF is encrypted",
  errorOf = () => undefined,
  onChange,
}: {
  readonly value: ReadingChoice;
  readonly asBefore?: boolean;
  readonly passwordNote?: string;
  readonly errorOf?: (field: "lang" | "pages") => string | undefined;
  readonly onChange: (changed: Partial<ReadingChoice>) => void;
}): ReactNode {
  const kept = asBefore ? { placeholder: "As before" } : {};
  return (
    <>
      <Select
        label="Read as"
        description={aboutMode(value.mode)}
        data={MODES.map(({ value: mode, label }) => ({ value: mode, label }))}
        value={value.mode}
        allowDeselect={asBefore}
        clearable={asBefore}
        {...kept}
        onChange={(mode) => onChange({ mode })}
        renderOption={({ option }) => (
          <div>
            {option.label}
            <Text size="xs" c="var(--ink-faint)">
              {aboutMode(option.value)}
            </Text>
          </div>
        )}
      />
      <TextInput
        label="Pages"
        description={asBefore ? "Such as 1-3,7" : "Such as 1-3,7; empty means all"}
        value={value.pages}
        error={errorOf("pages")}
        {...kept}
        onChange={({ currentTarget }) => onChange({ pages: currentTarget.value })}
      />
      <Autocomplete
        label="Language"
        description="Of scans, such as eng or deu+fra; auto detects it"
        data={[...LANGUAGES]}
        filter={({ options }) => options}
        value={value.lang}
        error={errorOf("lang")}
        {...kept}
        onChange={(lang) => onChange({ lang })}
      />
      <Select
        label="Attachments"
        description="Files in mails and PDFs"
        data={[...ATTACHMENTS]}
        value={value.attachments}
        allowDeselect={asBefore}
        clearable={asBefore}
        {...kept}
        onChange={(attachments) => onChange({ attachments })}
      />
      <PasswordInput
        label="Password"
        description={passwordNote}
        autoComplete="new-password"
        value={value.password}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
      />
    </>
  );
}

function aboutMode(mode: string | null): string | undefined {
  return MODES.find(({ value }) => value === mode)?.about;
}
