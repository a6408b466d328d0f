import { Autocomplete, MultiSelect, PasswordInput, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { LANGUAGES, MODES, RENDITIONS, type Reading } from "./reading.ts";

const ALL_RENDITIONS = RENDITIONS.map(({ value }) => value);

/** The options of a submission as fields. */
export function ReadingOptions({
  value,
  onChange,
}: {
  readonly value: Reading;
  readonly onChange: (value: Reading) => void;
}): ReactNode {
  const about = MODES.find(({ value: mode }) => mode === value.mode)?.about;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 5 }} spacing="sm">
      <Select
        label="Mode"
        description={about}
        data={MODES.map(({ value: mode, label }) => ({ value: mode, label }))}
        value={value.mode}
        allowDeselect={false}
        onChange={(mode) => mode !== null && onChange({ ...value, mode })}
        renderOption={({ option }) => (
          <div>
            {option.label}
            <Text size="xs" c="var(--ink-faint)">
              {MODES.find(({ value: mode }) => mode === option.value)?.about}
            </Text>
          </div>
        )}
      />
      <TextInput
        label="Pages"
        description="Such as 1-3,7; empty means all"
        value={value.pages}
        onChange={({ currentTarget }) => onChange({ ...value, pages: currentTarget.value })}
      />
      <Autocomplete
        label="Language"
        description="Of scans; auto finds it"
        data={[...LANGUAGES]}
        filter={({ options }) => options}
        value={value.lang}
        onChange={(lang) => onChange({ ...value, lang })}
      />
      <PasswordInput
        label="Password"
        description="If the PDF is encrypted"
        autoComplete="off"
        value={value.password}
        onChange={({ currentTarget }) => onChange({ ...value, password: currentTarget.value })}
      />
      <TextInput
        label="Tag"
        description="A label for usage reports"
        maxLength={255}
        value={value.tag}
        onChange={({ currentTarget }) => onChange({ ...value, tag: currentTarget.value })}
      />
      <MultiSelect
        label="Renditions"
        description="Kept beside the text"
        data={RENDITIONS}
        value={[...(value.renditions ?? ALL_RENDITIONS)]}
        onChange={(chosen) => {
          const { renditions: _, ...others } = value;
          const isAll = chosen.length === RENDITIONS.length;
          onChange(isAll ? others : { ...others, renditions: chosen });
        }}
      />
    </SimpleGrid>
  );
}
