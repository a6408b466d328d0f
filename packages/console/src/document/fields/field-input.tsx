import { TextInput, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";

import type { Marks } from "../viewer/marks.ts";
import type { DataField } from "./field-queries.ts";
import type { FieldsPanel } from "./fields-panel.ts";
import { markOf } from "./places.ts";
import { useFocusWhenNext } from "./selected-field.ts";
import { shownValue, valueIn } from "./schema-shape.ts";

/** A value that can be confirmed and corrected. Enter confirms it and goes to the next doubtful one. */
export function FieldInput({
  path,
  label,
  field,
  panel,
  marks,
  compact = false,
}: {
  readonly path: string;
  readonly label: string;
  /** Undefined for an empty cell. */
  readonly field: DataField | undefined;
  readonly panel: FieldsPanel;
  readonly marks: Marks;
  /** Without its label, as a cell of a table. */
  readonly compact?: boolean;
}): ReactNode {
  const { state, selected } = panel;
  const saved = shownValue(valueIn(state.data?.data, path));
  const isSelected = selected.path === path;
  const value = isSelected ? (selected.draft ?? saved) : saved;
  const input = useFocusWhenNext<HTMLInputElement>(selected, path, true);
  const mark = (): void => marks.set(field && markOf(field));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      void panel.accept(path, value === saved ? undefined : value);
    }
    if (event.key === "Escape" && value !== saved) {
      event.stopPropagation();
      selected.type(saved);
    }
  };
  return (
    <TextInput
      ref={input}
      data-field={path}
      size={compact ? "xs" : "sm"}
      label={compact ? undefined : label}
      aria-label={compact ? `${label}, ${path}` : undefined}
      aria-invalid={field?.needsReview === true && !field.isConfirmed}
      description={compact ? undefined : doubtOf(field)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={value}
      readOnly={!panel.editable}
      rightSection={<FieldState field={field} />}
      onFocus={() => {
        selected.select(path);
        mark();
      }}
      onPointerEnter={mark}
      onPointerLeave={() => marks.set(undefined)}
      onChange={({ currentTarget }) => selected.type(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (isSelected && selected.words === undefined && value !== saved) void panel.save(path, value);
      }}
    />
  );
}

function FieldState({ field }: { readonly field: DataField | undefined }): ReactNode {
  if (!field) return null;
  if (field.isConfirmed)
    return (
      <Tooltip label="Confirmed by a person">
        <IconCheck size={16} color="light-dark(#1d7a35, #7fd096)" aria-label="Confirmed" />
      </Tooltip>
    );
  if (!field.needsReview) return null;
  return (
    <Tooltip label={doubtOf(field)} multiline maw={320}>
      <IconAlertTriangle size={16} color="light-dark(#9a5b00, #ffc46b)" aria-label="Needs review" />
    </Tooltip>
  );
}

/** Why a person should look at a value; undefined if none should. */
function doubtOf(field: DataField | undefined): string | undefined {
  if (!field?.needsReview || field.isConfirmed) return undefined;
  const origin = field.reader === "MODEL" ? "From the language model. " : "";
  if (field.checks.length > 0) return origin + field.checks.map(({ message }) => message).join(" ");
  if (field.value !== null && field.citations.length === 0) return `${origin}It was not found on the page.`;
  return `${origin}Certain to ${Math.round(100 * field.confidence)} %.`;
}
