import { ConnectorError, plainWording } from "@galley/core/domain";
import { z } from "zod";
import type { AnyConnector, ConnectorDefinition } from "./connector-definition.ts";
import { settingFault } from "./setting-fault.ts";

export function defineConnector<Settings extends Readonly<Record<string, unknown>>>(
  definition: ConnectorDefinition<Settings>,
): AnyConnector {
  const { kind, listed, settings } = definition;
  const schemaFor = (given: unknown): z.ZodType<Settings> =>
    typeof settings === "function" ? settings({ ...Object(given) }) : settings;
  const { settingsSchema = formOf(schemaFor({})) } = definition;
  const check = (given: unknown): z.ZodSafeParseResult<Settings> =>
    schemaFor(given).safeParse(given, { reportInput: true, error: plainWording });
  const parsed = (given: unknown): Settings => {
    const checked = check(given);
    if (checked.success) return checked.data;
    const { path, message } = settingFault(checked.error);
    throw new ConnectorError("FAILED", `The setting ${path.join(".")} is no longer valid: ${message}`);
  };
  return {
    kind: { ...kind, settingsSchema },
    listed,
    check,
    place: (given) => definition.place(parsed(given)),
    forbidden: async (given, dependencies) => definition.forbidden?.(parsed(given), dependencies),
    // Async, so that settings that are no longer valid reject like every other error of opening.
    open: async (given, dependencies, context) => definition.open(parsed(given), dependencies, context),
  };
}

/** The first field of every kind. It is required in forms and defaults to `fallback` elsewhere. */
export function nameField(fallback: string): z.ZodDefault<z.ZodString> {
  return z.string().min(1).max(128).default(fallback).meta({ title: "Name of the connector" });
}

export function textField(title: string, description?: string): z.ZodString {
  return z
    .string()
    .min(1)
    .meta({ title, ...(description !== undefined && { description }) });
}

/** A field whose input is masked. */
export function secretField(title: string, description?: string): z.ZodString {
  return z
    .string()
    .min(1)
    .meta({ title, ...(description !== undefined && { description }), format: "password" });
}

/** No socket path, list of hosts, user or parameters: a driver gets one name or address. */
export const HOST = /^[0-9A-Za-z._:\u00a1-\ud7ff-]{1,253}$/;

export function hostField(title: string): z.ZodString {
  return z
    .string()
    .min(1)
    .regex(HOST, "expected a host name or an IP address, without a port")
    .meta({ title });
}

/** Matches 1 to 65535. */
const PORT = /^(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;

/** Ports are stored as text; clients also send numbers. */
export function portField(fallback: string): z.ZodType<string> {
  return z.preprocess(
    (given) => (typeof given === "number" ? `${given}` : given),
    z.string().regex(PORT, "expected a port from 1 to 65535").meta({ title: "Port", default: fallback }),
  );
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Clients also send the strings "true" and "false". */
export function booleanField(title: string, fallback: boolean): z.ZodType<boolean> {
  const field = z.boolean().meta({ title, default: fallback });
  return z
    .preprocess(
      (given) => (typeof given === "string" ? (BOOLEANS[given.toLowerCase()] ?? given) : given),
      field,
    )
    .default(fallback);
}

/** The JSON Schema from which forms are generated. */
export function formOf(settings: z.ZodType): Readonly<Record<string, unknown>> {
  const {
    $schema: _,
    additionalProperties: __,
    required,
    ...form
  } = z.toJSONSchema(settings, { io: "input" });
  const isNamed = "connectorName" in (form.properties ?? {});
  return { ...form, required: [...(isNamed ? ["connectorName"] : []), ...(required ?? [])] };
}
