import { Select } from "@mantine/core";
import type { ReactNode } from "react";

import { RENDITIONS } from "../documents/reading/reading.ts";
import type { WebhookFormat } from "../generated/graphql.ts";

const FORMATS: readonly { readonly value: WebhookFormat; readonly label: string }[] = [
  { value: "TEXT", label: "Only the text" },
  ...RENDITIONS,
];

/** What the messages of a webhook contain of a document. */
export function FormatSelect({
  value,
  onChange,
}: {
  readonly value: WebhookFormat;
  readonly onChange: (value: WebhookFormat) => void;
}): ReactNode {
  return (
    <Select
      label="Format"
      description="What messages contain beside the text. It applies to documents submitted from now on."
      allowDeselect={false}
      data={[...FORMATS]}
      value={value}
      onChange={(chosen) => onChange(FORMATS.find((format) => format.value === chosen)?.value ?? "TEXT")}
    />
  );
}
