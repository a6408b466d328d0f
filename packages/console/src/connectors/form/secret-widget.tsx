import { Button, Group, Input, PasswordInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { ariaDescribedByIds, type WidgetProps } from "@rjsf/utils";
import { useState, type ReactNode } from "react";

import { HIDDEN_SECRET } from "./secrets.ts";

/** A secret: it can be written, but a stored one is never shown, only replaced. */
export function SecretWidget({
  id,
  label,
  value,
  required,
  rawErrors,
  onChange,
  schema,
}: WidgetProps): ReactNode {
  const [wasStored] = useState(value === HIDDEN_SECRET);
  const error = rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join("\n") : undefined;
  if (value === HIDDEN_SECRET) {
    return (
      <Input.Wrapper label={label} labelElement="div" description={schema.description} error={error}>
        <Group gap="sm" mt={4}>
          <IconLock size={16} aria-hidden />
          <span>Set</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange(undefined)}
            aria-label={`Replace: ${label}`}
          >
            Replace
          </Button>
        </Group>
      </Input.Wrapper>
    );
  }
  const shared = {
    id,
    label,
    description: schema.description,
    required: required ?? false,
    error,
    value: typeof value === "string" ? value : "",
    "aria-describedby": ariaDescribedByIds(id),
  };
  const change = (text: string): void => onChange(text === "" ? undefined : text);
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <PasswordInput
        {...shared}
        flex={1}
        autoComplete="new-password"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {wasStored && (
        <Button variant="default" onClick={() => onChange(HIDDEN_SECRET)}>
          Keep the stored one
        </Button>
      )}
    </Group>
  );
}
