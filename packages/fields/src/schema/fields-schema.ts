/** The kinds of documents whose schemas ship. */
export const KINDS = ["invoice", "receipt", "bank-statement", "form"] as const;
export type Kind = (typeof KINDS)[number];

/** A property of a schema: a subset of JSON Schema 2020-12, with hints on how documents name it. */
export interface FieldProperty {
  readonly type: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly title?: string;
  readonly description?: string;
  /** Of strings: `date` (YYYY-MM-DD), `currency` (ISO 4217), `iban`, `vat-id`, `phone`, `email`, `address`, `name`, `amount` for numbers. */
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** How documents name the field, in any language. */
  readonly labels?: readonly string[];
  readonly examples?: readonly (string | number)[];
  /** Of arrays. */
  readonly items?: FieldProperty;
  /** Of objects. */
  readonly properties?: { readonly [name: string]: FieldProperty };
  readonly required?: readonly string[];
}

/** A schema whose form was checked. */
export interface FieldsSchema {
  readonly name: string;
  /** The kind whose rules apply; absent for schemas of users that name none. */
  readonly kind?: Kind;
  readonly properties: { readonly [name: string]: FieldProperty };
  readonly required: readonly string[];
}
