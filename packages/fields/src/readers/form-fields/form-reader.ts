import type { FieldValue } from "@galley/core/domain";
import { contextOf, type DocumentContext } from "../../document/document-context.ts";
import type { FieldProperty } from "../../schema/fields-schema.ts";
import { labelsOf, leavesIn } from "../../schema/properties-in.ts";
import { joinedTokens } from "../../text/tokens.ts";
import { valueIn } from "../../values/read-value.ts";
import type { FieldReader, Proposal, ReaderCall } from "../reader.ts";
import { formEntries, type FormEntry } from "./form-entries.ts";

/**
 * Reads the fields of PDF forms and check marks: for the kind `form` all of them, for other schemas those whose name or
 * label is one of a property.
 */
export const formReader: FieldReader = {
  name: "form",
  read(call) {
    const entries = formEntries(call.document);
    if (entries.length === 0) return [];
    return call.schema.kind === "form" ? allEntries(entries) : namedEntries(entries, call);
  },
};

function allEntries(entries: readonly FormEntry[]): readonly Proposal[] {
  return entries.flatMap((entry, index) => {
    const row = `fields[${index}]`;
    const name = entry.label === "" ? entry.name : entry.label;
    const filled = entry.checked === undefined && entry.value !== "";
    return [
      ...(name === "" ? [] : [proposal(`${row}.name`, name, entry)]),
      ...(filled ? [proposal(`${row}.value`, entry.value, entry)] : []),
      ...(entry.checked === undefined ? [] : [proposal(`${row}.checked`, entry.checked, entry)]),
    ];
  });
}

/** A field is the property that it is named after; the label that people see is what they fill in, but may be misread. */
const BY_NAME = 0.98;
const BY_LABEL = 0.97;

function namedEntries(entries: readonly FormEntry[], { schema, document }: ReaderCall): readonly Proposal[] {
  const context = contextOf(document);
  return leavesIn(schema.properties).flatMap(({ path, name, property }) => {
    const labels = new Set(labelsOf(name, property).map(joinedTokens));
    return entries.flatMap((entry) => {
      const isNamed = labels.has(joinedTokens(entry.name.slice(entry.name.lastIndexOf(".") + 1)));
      const isLabelled = labels.has(joinedTokens(entry.label));
      const value = isNamed || isLabelled ? entryValue(entry, property, context) : choiceOf(entry, property);
      if (value === undefined) return [];
      const confidence = isNamed ? BY_NAME : BY_LABEL;
      return [{ ...proposal(path, value, entry), confidence: confidence * entry.confidence }];
    });
  });
}

function entryValue(
  entry: FormEntry,
  property: FieldProperty,
  context: DocumentContext,
): FieldValue | undefined {
  if (property.type === "boolean") return entry.checked;
  if (entry.checked === undefined) return valueIn(property, entry.value, context)?.value;
  return choiceOf(entry, property);
}

/** A marked box whose label or value is one of the property's choices. */
function choiceOf({ checked, label, value }: FormEntry, property: FieldProperty): FieldValue | undefined {
  if (checked !== true) return undefined;
  const said = new Set([joinedTokens(label), joinedTokens(value)]);
  return property.enum?.find((choice) => said.has(joinedTokens(String(choice))));
}

function proposal(path: string, value: FieldValue, entry: FormEntry): Proposal {
  const raw = entry.checked === undefined ? entry.value : entry.citation.text;
  return {
    path,
    value,
    raw,
    citations: [entry.citation],
    confidence: BY_NAME * entry.confidence,
    reader: "form",
  };
}
