import { contextOf, type DocumentContext } from "../document/document-context.ts";
import type { FieldDocument } from "../document/field-document.ts";
import { tokensOf } from "../text/tokens.ts";
import { numbersIn } from "../values/amounts.ts";
import { datesIn } from "../values/dates.ts";
import { emailsIn, ibansIn, vatIdsIn } from "../values/identifiers.ts";
import { isMoney } from "../values/read-value.ts";
import type { FieldProperty, FieldsSchema } from "./fields-schema.ts";

/** More labels than this are no form but prose with colons. */
const MAX_FIELDS = 60;
const MAX_LABEL_WORDS = 5;

/** A schema for documents like this one: its labelled values and the columns of its tables, with their types. */
export function proposedSchema(document: FieldDocument): FieldsSchema {
  const context = contextOf(document);
  const named = new Map<string, FieldProperty>();
  for (const [label, value] of labelledTexts(context)) {
    const name = nameOf(label);
    if (name === "" || named.has(name) || named.size >= MAX_FIELDS) continue;
    named.set(name, { ...formOf(value, context), labels: [label] });
  }
  for (const [index, rows] of tablesIn(document, context).entries()) {
    named.set(index === 0 ? "rows" : `rows_${index + 1}`, rows);
  }
  if (named.size === 0) named.set("text", { type: "string", labels: ["text"] });
  return { name: "new schema", properties: Object.fromEntries(named), required: [] };
}

/** "Label: value" in one segment, or a segment that ends with a colon and the one right of it. */
function labelledTexts({ lines }: DocumentContext): readonly (readonly [label: string, value: string])[] {
  return lines.flatMap(({ segments }) =>
    segments.flatMap(({ text }, index) => {
      const [, label, value = ""] = /^([^:：\d][^:：]{0,60}?)\s*[:：]\s*(.*)$/u.exec(text) ?? [];
      const shown = value === "" ? (segments[index + 1]?.text ?? "") : value;
      if (label === undefined || shown === "" || tokensOf(label).length > MAX_LABEL_WORDS) return [];
      return [[label, shown] as const];
    }),
  );
}

function tablesIn({ blocks }: FieldDocument, context: DocumentContext): readonly FieldProperty[] {
  return blocks.blocks.flatMap((block) => {
    if (block.kind !== "table" || block.headRows === 0 || block.rows - block.headRows < 1) return [];
    const properties = block.cells
      .filter(({ row, text }) => row === block.headRows - 1 && nameOf(text) !== "")
      .map(({ column, text }) => {
        const value = block.cells.find((cell) => cell.column === column && cell.row >= block.headRows);
        return [
          nameOf(text),
          { ...formOf(value?.text ?? "", context), labels: [text.slice(0, 200)] },
        ] as const;
      });
    if (properties.length < 2) return [];
    return [
      {
        type: "array" as const,
        items: { type: "object" as const, properties: Object.fromEntries(properties) },
      },
    ];
  });
}

type Form = Pick<FieldProperty, "type" | "format">;

/** The type that a value shows. */
function formOf(value: string, { mark, order }: DocumentContext): Form {
  if (ibansIn(value).length > 0) return { type: "string", format: "iban" };
  if (vatIdsIn(value).length > 0) return { type: "string", format: "vat-id" };
  if (emailsIn(value).length > 0) return { type: "string", format: "email" };
  if (datesIn(value, order).length > 0) return { type: "string", format: "date" };
  const [number, ...others] = numbersIn(value, mark);
  const isAlone =
    number !== undefined && others.length === 0 && number.end - number.start >= value.trim().length - 4;
  if (!isAlone) return { type: "string" };
  return isMoney(number) ? { type: "number", format: "amount" } : numberForm(number.end - number.start);
}

/** Long runs of digits are numbers of something, not quantities. */
function numberForm(length: number): Form {
  return length > 5 ? { type: "string", format: "number-text" } : { type: "number" };
}

/** A label as the name of a property. */
function nameOf(label: string): string {
  return tokensOf(label.slice(0, 100))
    .map(({ norm }) => norm)
    .filter((norm) => /[\p{L}\p{N}]/u.test(norm))
    .join("_")
    .slice(0, 60);
}
