/** The kinds of documents whose schemas ship. */
export const KINDS = ["invoice", "receipt", "bank-statement", "form"] as const;
export type Kind = (typeof KINDS)[number];

/** When a language model is asked: for no field, for those that other readers did not find or doubt, or for all. */
export const ASK_MODEL = ["never", "missing-or-doubtful", "always"] as const;
export type AskModel = (typeof ASK_MODEL)[number];

export const PROPERTY_TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** The formats that say how a value is read; other formats of JSON Schema are accepted and read as plain texts. */
export const READ_FORMATS = [
  "date",
  "currency",
  "iban",
  "bic",
  "vat-id",
  "phone",
  "email",
  "address",
  "name",
  "amount",
  "number-text",
] as const;

/** A property of a schema: a subset of JSON Schema 2020-12, with hints on how documents name it. */
export interface FieldProperty {
  readonly type: PropertyType;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /**
   * Of strings: `date` (YYYY-MM-DD), `currency` (ISO 4217), `iban`, `bic`, `vat-id`, `phone`, `email`, `address`, `name`,
   * `number-text` (numbers of documents, such as "RE-2024/17"); of numbers: `amount`.
   */
  readonly format?: string | undefined;
  readonly enum?: readonly (string | number)[] | undefined;
  /** RE2 syntax, so that no pattern takes long. */
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  /** How documents name the field, in any language. */
  readonly labels?: readonly string[] | undefined;
  readonly examples?: readonly (string | number | boolean)[] | undefined;
  /** Of arrays. */
  readonly items?: FieldProperty | undefined;
  /** Of objects. */
  readonly properties?: { readonly [name: string]: FieldProperty } | undefined;
  readonly required?: readonly string[] | undefined;
}

/** A schema whose form was checked. */
export interface FieldsSchema {
  readonly name: string;
  /** The kind whose rules apply; absent for schemas of users that name none. */
  readonly kind?: Kind | undefined;
  /** When a language model is asked; absent to leave it to the caller. */
  readonly model?: AskModel | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly properties: { readonly [name: string]: FieldProperty };
  readonly required: readonly string[];
}
