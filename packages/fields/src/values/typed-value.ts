import type { FieldValue } from "@galley/core/domain";
import type { FieldProperty, FieldsSchema } from "../schema/fields-schema.ts";
import { datesIn } from "./dates.ts";

/** A path or a text that a person gave is wrong; `field` is the argument. */
export class FieldValueError extends Error {
  override readonly name = "FieldValueError";
  readonly field: "path" | "text";

  constructor(field: "path" | "text", message: string) {
    super(`${field}: ${message}`);
    this.field = field;
  }
}

/**
 * The value of a text as documents write it, in the type of a path; null if it is blank.
 *
 * @throws FieldValueError
 */
export function typedValue(schema: FieldsSchema, path: string, text: string): FieldValue {
  const property = propertyAt(schema, path);
  const written = text.trim();
  if (written === "") return null;
  const value = read(property, written);
  if (value !== undefined) return value;
  throw new FieldValueError("text", `${written.slice(0, 80)} is not ${EXPECTED[kindOf(property)]}`);
}

/** @throws FieldValueError unless the path leads to a single value. */
function propertyAt(schema: FieldsSchema, path: string): FieldProperty {
  let property: FieldProperty | undefined = { type: "object", properties: schema.properties };
  for (const [, index, name] of path.matchAll(/\[(\d{1,5})\]|([^.[\]]+)/gu)) {
    property = index === undefined ? memberOf(property, name ?? "") : property?.items;
  }
  if (property && property.type !== "object" && property.type !== "array") return property;
  throw new FieldValueError("path", `the schema has no single value at ${path.slice(0, 200)}`);
}

function memberOf(property: FieldProperty | undefined, name: string): FieldProperty | undefined {
  const { properties = {} } = property ?? {};
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

type ValueKind = "choice" | "date" | "integer" | "number" | "boolean" | "string";

const EXPECTED = {
  choice: "one of the values of the schema",
  date: "a date, such as 2026-03-12 or 12.03.2026",
  integer: "a whole number",
  number: "a number, such as 1,234.50 or 1.234,50",
  boolean: "yes or no",
  string: "a text",
} as const satisfies Record<ValueKind, string>;

function kindOf({ type, format, enum: choices }: FieldProperty): ValueKind {
  if (choices) return "choice";
  if (type === "string") return format === "date" ? "date" : "string";
  return type === "integer" || type === "boolean" ? type : "number";
}

function read(property: FieldProperty, text: string): FieldValue | undefined {
  const kind = kindOf(property);
  if (kind === "choice") return property.enum?.find((one) => `${one}` === text);
  return READERS[kind](text);
}

const READERS = {
  date: (text) => datesIn(text, "day-first")[0]?.value,
  integer(text) {
    const value = numberIn(text);
    return value !== undefined && Number.isInteger(value) ? value : undefined;
  },
  number: numberIn,
  boolean(text) {
    if (/^(true|yes|1|x|☒|☑)$/iu.test(text)) return true;
    return /^(false|no|0|☐)$/iu.test(text) ? false : undefined;
  },
  string: (text) => text,
} as const satisfies Record<Exclude<ValueKind, "choice">, (text: string) => FieldValue | undefined>;

/** The last point or comma is the decimal one, unless exactly three digits follow a single kind of separator. */
function numberIn(text: string): number | undefined {
  const digits = text.replaceAll(/[^\d.,+−-]/gu, "").replace("−", "-");
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const isGrouping = /^[+-]?\d{1,3}([.,])\d{3}(\1\d{3})*$/u.test(digits);
  const whole = (last === -1 || isGrouping ? digits : digits.slice(0, last)).replaceAll(/[.,]/gu, "");
  const fraction = last === -1 || isGrouping ? "" : `.${digits.slice(last + 1)}`;
  const written = whole + fraction;
  return /^[+-]?\d*\.?\d+$/u.test(written) ? Number(written) : undefined;
}
