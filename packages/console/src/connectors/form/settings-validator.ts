import { Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import { toErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidatorType } from "@rjsf/utils";

import { HIDDEN_SECRET } from "./secrets.ts";

export type Settings = Readonly<Record<string, unknown>>;

/**
 * Validates settings by interpreting their schema: the page's policy forbids code that is made at run time, which
 * most validators need.
 */
export const settingsValidator: ValidatorType<Settings> = {
  validateFormData(settings, schema) {
    const errors = faultsOf(schema, settings ?? {});
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  isValid: (schema, settings, root) =>
    new Validator(asSchema({ definitions: root.definitions, ...schema }), "7").validate(settings).valid,
  // Only the library's playground asks for the errors as the validator words them.
  rawValidation: () => ({}),
};

function resultOf(schema: RJSFSchema, settings: unknown): OutputUnit[] {
  return new Validator(asSchema(schema), "7", false).validate(settings).errors;
}

/** The two libraries describe the same thing; undefined members are left out. */
function asSchema(schema: object): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** Keywords whose errors only repeat those of the schemas below them. */
const CONTAINERS = new Set([
  "$ref",
  "allOf",
  "anyOf",
  "dependencies",
  "else",
  "if",
  "items",
  "oneOf",
  "properties",
  "then",
]);

function faultsOf(schema: RJSFSchema, settings: Settings): RJSFValidationError[] {
  const leaves = resultOf(schema, settings).filter(({ keyword }) => !CONTAINERS.has(keyword));
  return ofChosenAlternatives(leaves)
    .map((unit) => faultOf(unit))
    .filter(({ property = "" }) => settings[property.slice(1)] !== HIDDEN_SECRET);
}

/**
 * All alternatives of a choice fail at once. The form has made sure that the required fields of the one it shows are
 * filled in, so the alternative that lacks the fewest is the one that is meant.
 */
function ofChosenAlternatives(units: readonly OutputUnit[]): readonly OutputUnit[] {
  const choices = Map.groupBy(units, ({ keywordLocation }) => /^(.*?\/oneOf)\//.exec(keywordLocation)?.[1]);
  return [...choices].flatMap(([choice, below]) => {
    if (choice === undefined) return below;
    const alternatives = Map.groupBy(
      below,
      ({ keywordLocation }) => keywordLocation.slice(choice.length).split("/", 2)[1],
    );
    const [meant = []] = [...alternatives.values()].toSorted((a, b) => missing(a) - missing(b));
    return meant;
  });
}

function missing(units: readonly OutputUnit[]): number {
  return units.filter(({ keyword }) => keyword === "required").length;
}

function faultOf({ keyword, keywordLocation, instanceLocation, error }: OutputUnit): RJSFValidationError {
  const parent = instanceLocation.slice(1).replaceAll("/", ".");
  const absent = keyword === "required" ? /property "([^"]+)"/.exec(error)?.[1] : undefined;
  const property = absent === undefined ? parent : `${parent}.${absent}`;
  const message = messageOf(keyword, error);
  return {
    name: keyword,
    property,
    message,
    params: {},
    stack: `${property} ${message}`,
    schemaPath: keywordLocation,
  };
}

function messageOf(keyword: string, error: string): string {
  switch (keyword) {
    case "required":
    case "minLength":
      return "Fill in this field.";
    case "pattern":
      return "This does not have the expected form.";
    case "enum":
      return "Choose one of the listed values.";
    default:
      return error;
  }
}
