import type { FieldValue } from "@galley/core/domain";
import { genericPath } from "../decision/field-path.ts";
import { foldCase, foldLookAlikes } from "../places/solid-text.ts";
import { printedForms } from "../places/printed-forms.ts";
import type { Proposal } from "../readers/reader.ts";
import type { FieldProperty } from "../schema/fields-schema.ts";
import type { Alignment, LinePlace, QuoteAlignment } from "./alignment.ts";
import type { SentLine } from "./document-parts.ts";
import type { ModelValue, WantedField } from "./field-model.ts";

/**
 * A single model is never certain (0.9): which of its values are wrong depends on the model, so a second opinion, another
 * reader or a person decides.
 */
const CONFIDENCE = { exact: 0.85, folded: 0.82, approximate: 0.65 } as const satisfies Record<
  Alignment["fit"],
  number
>;

const UNGROUNDED = 0.3;

/** Of a value that its quote does not say. */
const CONTRADICTED_BY_QUOTE = 0.35;

/** The values of a model as proposals with their places. Values of fields that were not asked for are left out. */
export function groundedValues(
  values: readonly ModelValue[],
  { lines, fields }: { readonly lines: readonly SentLine[]; readonly fields: readonly WantedField[] },
  alignment: QuoteAlignment,
): readonly Proposal[] {
  const properties = new Map(fields.map(({ path, property }) => [path, property]));
  const places = new Map(lines.map(({ number, place }) => [number, place]));
  const first = lines[0]?.place ?? { page: 0, line: 0 };
  return values.flatMap((given) => {
    const property = properties.get(genericPath(given.path));
    const value = property && valueOf(given.value, property);
    if (!property || value === undefined) return [];
    return grounded({ ...given, value }, { property, near: places.get(given.line) ?? first }, alignment);
  });
}

type Valued = Omit<ModelValue, "value"> & { readonly value: FieldValue };

function grounded(
  { path, value, quote }: Valued,
  { property, near }: { readonly property: FieldProperty; readonly near: LinePlace },
  alignment: QuoteAlignment,
): Proposal {
  const found = alignment.find(quote, near);
  const supported = isInQuote(value, found?.citation.text ?? quote, property);
  const fits = found ? CONFIDENCE[found.fit] : UNGROUNDED;
  return {
    path,
    value,
    raw: found?.citation.text ?? quote,
    citations: found ? [found.citation] : [],
    confidence: supported ? fits : Math.min(fits, CONTRADICTED_BY_QUOTE),
    reader: "model",
  };
}

/** The value in the type of its property; undefined if it is none. Models write numbers as texts, and dates as they like. */
function valueOf(value: ModelValue["value"], { type, format }: FieldProperty): FieldValue | undefined {
  if (type === "boolean") return booleanOf(value);
  if (type === "number" || type === "integer") {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : undefined;
  }
  const text = String(value).trim();
  if (text === "" || (format === "date" && !isDate(text))) return undefined;
  return text;
}

function booleanOf(value: ModelValue["value"]): boolean | undefined {
  if (typeof value === "boolean") return value;
  return value === "true" ? true : value === "false" ? false : undefined;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Whether the words of the place say the value. What a choice or a mark means is the model's to say. */
function isInQuote(value: FieldValue, quote: string, property: FieldProperty): boolean {
  if (typeof value === "boolean" || property.enum !== undefined || property.format === "currency")
    return true;
  const forms = printedForms(value, property.format);
  if (typeof value === "string" && property.format !== "date")
    return forms.some((form) => lettersAndDigits(quote).includes(lettersAndDigits(form)));
  const words = quote.split(/\s+/);
  const written = [foldCase, foldLookAlikes].flatMap((folding) => {
    const folded = words.map(folding);
    return [folded.join(" "), folded.join("")];
  });
  return forms.some((form) => written.some((text) => isWholeNumberIn(form, text)));
}

/** Names may be printed with other signs between their words. */
function lettersAndDigits(text: string): string {
  return foldLookAlikes(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Whether a number or date stands in a text and is no part of a longer number. */
function isWholeNumberIn(form: string, text: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + form.length)];
    if (!/\d[.,']?$/.test(before) && !/^[.,']?\d/.test(after)) return true;
  }
  return false;
}
