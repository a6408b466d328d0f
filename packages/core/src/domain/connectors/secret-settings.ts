import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import type { ConnectorKind, ConnectorSettings } from "./connector-ports.ts";

/**
 * Settings with masked secrets: fields that the form hides, and fields that no form has, which came from a provider.
 *
 * @param kind undefined if the service no longer has the kind: all settings are masked.
 */
export function withoutSecrets(
  settings: ConnectorSettings,
  kind: Pick<ConnectorKind, "settingsSchema"> | undefined,
): ConnectorSettings {
  const fields = kind ? fieldsOf(kind.settingsSchema) : new Map<string, boolean>();
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, shown(value, fields.get(name) ?? true)]),
  );
}

function shown(value: unknown, isSecret: boolean): unknown {
  return isSecret && value !== "" && value !== null ? HIDDEN_SECRET : value;
}

/** Settings that a client sent back, with masked secrets replaced by the stored ones. */
export function withStoredSecrets(settings: unknown, stored: ConnectorSettings): unknown {
  if (typeof settings !== "object" || settings === null) return settings;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value === HIDDEN_SECRET && name in stored ? stored[name] : value,
    ]),
  );
}

/** Each field of a form, in whichever part of the schema, and whether it is a secret. */
function fieldsOf(schema: unknown): ReadonlyMap<string, boolean> {
  const fields = new Map<string, boolean>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [name, below] of Object.entries(part)) {
      if (name === "properties") {
        for (const [field, described] of Object.entries(Object(below))) {
          const isSecret = Reflect.get(Object(described), "format") === "password";
          fields.set(field, isSecret || (fields.get(field) ?? false));
        }
      }
      visit(below);
    }
  };
  visit(schema);
  return fields;
}
