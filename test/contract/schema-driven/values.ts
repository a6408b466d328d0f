import * as fc from "fast-check";
import { z } from "zod";
import type { Schema } from "./described-service.ts";

const listOf = z.array(z.record(z.string(), z.unknown()));
const membersOf = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * Values that a schema allows, for the supported keywords; any JSON for others.
 *
 * @param ids identifiers of existing records, one of which is mostly used for a UUID.
 */
export function allowedBy(schema: Schema, ids: readonly string[] = []): fc.Arbitrary<unknown> {
  const variants = listOf.safeParse(schema["anyOf"] ?? schema["oneOf"]).data;
  if (variants) return fc.oneof(...variants.map((one) => allowedBy(one, ids)));
  if (Array.isArray(schema["enum"])) return fc.constantFrom<unknown>(...schema["enum"]);
  if ("const" in schema) return fc.constant(schema["const"]);
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => allowedBy({ ...schema, type: String(one) }, ids)));
  return OF_TYPE[String(type)]?.(schema, ids) ?? fc.jsonValue({ maxDepth: 2 });
}

type ValuesOfType = (schema: Schema, ids: readonly string[]) => fc.Arbitrary<unknown>;

const OF_TYPE: Readonly<Record<string, ValuesOfType>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (schema) => fc.integer(boundsOf(schema)),
  number: (schema) => {
    const { min, max } = boundsOf(schema);
    return fc.double({ min, max, noNaN: true });
  },
  string: (schema, ids) => textOf(schema, ids),
  array: (schema, ids) => fc.array(allowedBy(memberOf(schema["items"]), ids), { maxLength: 3 }),
  object: (schema, ids) => {
    const members = membersOf.safeParse(schema["properties"]).data ?? {};
    const required = z.array(z.string()).safeParse(schema["required"]).data ?? [];
    const model = Object.fromEntries(
      Object.entries(members).map(([name, one]) => [name, allowedBy(one, ids)]),
    );
    return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  },
};

function memberOf(schema: unknown): Schema {
  return z.record(z.string(), z.unknown()).safeParse(schema).data ?? {};
}

function boundsOf(schema: Schema): { readonly min: number; readonly max: number } {
  const number = z.number();
  const min = number.safeParse(schema["minimum"] ?? schema["exclusiveMinimum"]).data ?? -1000;
  const max = number.safeParse(schema["maximum"] ?? schema["exclusiveMaximum"]).data ?? min + 2000;
  return { min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) };
}

function textOf({ format, minLength, maxLength }: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  if (format === "uuid" || format === "guid") return fc.oneof(fc.uuid(), ...ids.map((id) => fc.constant(id)));
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const least = z.int().safeParse(minLength).data ?? 0;
  const most = Math.min(z.int().safeParse(maxLength).data ?? 40, least + 40);
  return fc.string({ unit: "grapheme", minLength: least, maxLength: most });
}

/** Mostly what a schema allows; sometimes something else, at any depth. */
export function nearly(schema: Schema, ids: readonly string[] = []): fc.Arbitrary<unknown> {
  const members = membersOf.safeParse(schema["properties"]).data;
  if (schema["type"] !== "object" || !members) {
    return fc.oneof({ weight: 5, arbitrary: allowedBy(schema, ids) }, { weight: 1, arbitrary: STRANGE });
  }
  const model = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, nearly(one, ids)]));
  const partial = fc.record(model, { requiredKeys: [] });
  const extended = fc
    .tuple(allowedBy(schema, ids), fc.string(), STRANGE)
    .map(([whole, name, value]) => ({ ...Object(whole), [name]: value }));
  return fc.oneof(
    { weight: 4, arbitrary: allowedBy(schema, ids) },
    { weight: 3, arbitrary: partial },
    { weight: 1, arbitrary: extended },
    { weight: 1, arbitrary: STRANGE },
  );
}

/** Values that are often handled wrongly. */
export const STRANGE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    0,
    -1,
    2 ** 53,
    1e308,
    true,
    [],
    {},
    "\u0000",
    "\uD800",
    "../..",
    "%00",
    "__proto__",
    "1e9999",
    "NaN",
    "-",
    "\u202E'\"<&>",
    "x".repeat(5000),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
