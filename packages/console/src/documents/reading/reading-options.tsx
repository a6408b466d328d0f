import { MultiSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { ReadingFields } from "./reading-fields.tsx";
import { RENDITIONS, type Reading } from "./reading.ts";

const ALL_RENDITIONS = RENDITIONS.map(({ value }) => value);

/** The options of a submission as fields. */
export function ReadingOptions({
  value,
  onChange,
}: {
  readonly value: Reading;
  readonly onChange: (value: Reading) => void;
}): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 5 }} spacing="sm">
      <ReadingFields
        value={value}
        onChange={({ mode, attachments, ...changed }) =>
          onChange({
            ...value,
            ...changed,
            mode: mode ?? value.mode,
            attachments: attachments ?? value.attachments,
          })
        }
      />
      <TextInput
        label="Label"
        description="To find it, and for usage reports"
        maxLength={255}
        value={value.tag}
        onChange={({ currentTarget }) => onChange({ ...value, tag: currentTarget.value })}
      />
      <MultiSelect
        label="Download as"
        description="Formats beside the text"
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
