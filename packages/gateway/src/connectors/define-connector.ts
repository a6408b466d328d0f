import { z } from "zod";
import type { AnyConnector, ConnectorDefinition } from "./connector-definition.ts";

export function defineConnector<Settings extends Readonly<Record<string, unknown>>>(
  definition: ConnectorDefinition<Settings>,
): AnyConnector {
  const { kind, listed, settings, settingsSchema = formOf(settings) } = definition;
  return {
    kind: { ...kind, settingsSchema },
    listed,
    check: (given) => settings.safeParse(given),
    place: (given) => definition.place(settings.parse(given)),
    open: (given, surroundings, context) => definition.open(settings.parse(given), surroundings, context),
  };
}

/** What every kind asks for first. Forms insist on it; where it is absent all the same, it is the default. */
export function nameField(fallback: string): z.ZodDefault<z.ZodString> {
  return z.string().min(1).max(128).default(fallback).meta({ title: "Name of the connector" });
}

export function textField(title: string, description?: string): z.ZodString {
  return z
    .string()
    .min(1)
    .meta({ title, ...(description !== undefined && { description }) });
}

/** A field that is never shown in clear while it is written. */
export function secretField(title: string, description?: string): z.ZodString {
  return z
    .string()
    .min(1)
    .meta({ title, ...(description !== undefined && { description }), format: "password" });
}

const MAX_PORT = 65_535;

/** Ports are written as text. */
export function portField(fallback: string): z.ZodType<string> {
  return z
    .string()
    .refine(
      (written) => /^\d{1,5}$/.test(written) && Number(written) >= 1 && Number(written) <= MAX_PORT,
      `expected a port from 1 to ${MAX_PORT}`,
    )
    .meta({ title: "Port", default: fallback });
}

/** The JSON Schema that forms are made of. */
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
