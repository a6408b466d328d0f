import type { FailedCheck, FieldValue } from "@galley/core/domain";
import type { FieldProperty } from "../schema/fields-schema.ts";
import { compiledPattern } from "../schema/pattern.ts";

/** What a value lacks of what its property asks for; undefined if it has everything. */
export function shapeFault(property: FieldProperty, value: FieldValue): FailedCheck | undefined {
  const choices = property.enum;
  if (choices !== undefined && !choices.some((choice) => choice === value)) {
    return { check: "enum", message: `Expected one of ${choices.slice(0, MAX_SHOWN).join(", ")}.` };
  }
  if (typeof value === "number") return numberFault(property, value);
  if (typeof value === "string") return textFault(property, value);
  return typeof value === property.type ? undefined : typeFault(property);
}

/** Longer lists of choices are in the schema. */
const MAX_SHOWN = 20;

function numberFault(property: FieldProperty, value: number): FailedCheck | undefined {
  const { type, minimum, maximum } = property;
  if (type !== "number" && type !== "integer") return typeFault(property);
  if (type === "integer" && !Number.isInteger(value)) return typeFault(property);
  if (minimum !== undefined && value < minimum) {
    return { check: "minimum", message: `Expected at least ${minimum}.` };
  }
  if (maximum !== undefined && value > maximum)
    return { check: "maximum", message: `Expected at most ${maximum}.` };
  return undefined;
}

function textFault(property: FieldProperty, value: string): FailedCheck | undefined {
  const { type, pattern, minLength, maxLength } = property;
  if (type !== "string") return typeFault(property);
  if (pattern !== undefined && compiledPattern(pattern)?.matcher(value).find() !== true) {
    return { check: "pattern", message: `Expected a text that matches ${pattern}.` };
  }
  const { length } = Array.from(value);
  if (minLength !== undefined && length < minLength) {
    return { check: "minLength", message: `Expected at least ${minLength} characters.` };
  }
  if (maxLength !== undefined && length > maxLength) {
    return { check: "maxLength", message: `Expected at most ${maxLength} characters.` };
  }
  return undefined;
}

function typeFault({ type }: FieldProperty): FailedCheck {
  return { check: "type", message: `Expected ${type === "integer" ? "a whole number" : `a ${type}`}.` };
}
