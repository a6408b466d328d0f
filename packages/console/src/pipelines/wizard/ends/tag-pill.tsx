import { Pill, type ComboboxRenderPillInput } from "@mantine/core";
import type { ReactNode } from "react";

/** A tag whose button for removal has a name. */
export function tagPill({ value, onRemove, disabled = false }: ComboboxRenderPillInput): ReactNode {
  return (
    <Pill
      withRemoveButton={!disabled}
      onRemove={onRemove}
      removeButtonProps={{ "aria-label": `Remove ${value}` }}
    >
      {value}
    </Pill>
  );
}
