import { CERTAIN, decide } from "../decision/decide.ts";
import { genericPath } from "../decision/field-path.ts";
import { withExactInvoice } from "../readers/e-invoice/e-invoice-reader.ts";
import type { Proposal } from "../readers/reader.ts";
import type { AskModel, FieldProperty, FieldsSchema } from "../schema/fields-schema.ts";
import type { WantedField } from "./field-model.ts";

/** The fields that a model is asked for. If any cell of a row is missing or doubtful, all rows are. */
export function wantedFields(
  schema: FieldsSchema,
  proposals: readonly Proposal[],
  ask: AskModel,
): readonly WantedField[] {
  if (ask === "never") return [];
  const all = leavesOf(schema.properties, "");
  if (ask === "always") return all;
  const { fields } = decide(schema, withExactInvoice(proposals), []);
  const isExact = new Set(proposals.filter(({ reader }) => reader === "e-invoice").map(rootOf));
  const doubtful = new Set(
    Object.entries(fields)
      .filter(([path, field]) => !isExact.has(rootOf({ path })) && isDoubtful(field))
      .map(([path]) => askedAs(path)),
  );
  return all.filter(({ path }) => doubtful.has(askedAs(path)));
}

function isDoubtful(field: {
  readonly reader?: string;
  readonly confidence: number;
  readonly checks: readonly unknown[];
}): boolean {
  return field.reader === undefined || field.confidence < CERTAIN || field.checks.length > 0;
}

function rootOf({ path }: Pick<Proposal, "path">): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

/** The list of a row, or the field itself. */
function askedAs(path: string): string {
  return genericPath(path).replace(/\[\].*$/, "");
}

function leavesOf(
  properties: { readonly [name: string]: FieldProperty },
  prefix: string,
): readonly WantedField[] {
  return Object.entries(properties).flatMap(([name, property]) => leaves(property, prefix + name));
}

function leaves(property: FieldProperty, path: string): readonly WantedField[] {
  if (property.type === "object") return leavesOf(property.properties ?? {}, `${path}.`);
  if (property.type !== "array") return [{ path, property }];
  return property.items ? leaves(property.items, `${path}[]`) : [];
}
