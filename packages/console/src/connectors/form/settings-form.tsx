import { generateForm } from "@rjsf/mantine";
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import type { ReactNode } from "react";

import { SecretWidget } from "./secret-widget.tsx";
import { settingsValidator, type Settings } from "./settings-validator.ts";

const Form = generateForm<Settings>();
const WIDGETS = { PasswordWidget: SecretWidget };

/** The form of a connector kind, drawn from the JSON Schema of its settings. Loaded when a form is opened. */
export function SettingsForm({
  schema,
  settings,
  disabled,
  onChange,
  onSubmit,
  children,
}: {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly settings: Settings;
  readonly disabled: boolean;
  readonly onChange: (settings: Settings, isTyped: boolean) => void;
  /** `intent` is the value of the button that was pressed. */
  readonly onSubmit: (settings: Settings, intent: string) => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Form
      schema={schema}
      uiSchema={looksOf(schema)}
      validator={settingsValidator}
      widgets={WIDGETS}
      formData={settings}
      disabled={disabled}
      showErrorList={false}
      focusOnFirstError
      // Filling in defaults is a change without a field.
      onChange={({ formData = {} }, field) => onChange(formData, field !== undefined)}
      onSubmit={({ formData = {} }, { nativeEvent }) => {
        const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
        onSubmit(formData, submitter instanceof HTMLButtonElement ? submitter.value : "");
      }}
    >
      {children}
    </Form>
  );
}

/** The screen names the kind, so the form does not; fields that are only kept for older clients are left out. */
function looksOf({ properties = {} }: RJSFSchema): UiSchema<Settings> {
  const hidden = Object.entries(properties).filter(
    ([, described]) => typeof described === "object" && Reflect.get(described, "deprecated") === true,
  );
  return {
    // The label of the choice between alternatives, which has none of its own.
    "ui:options": { label: false, title: "", "aria-label": "How to connect" },
    ...Object.fromEntries(hidden.map(([name]) => [name, { "ui:widget": "hidden" }])),
  };
}
