/** A property as the form shows it; what the form does not know of it stays in `rest`. */
export interface DraftProperty {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly labels: readonly string[];
  /** The values of each row, of a list. */
  readonly columns: readonly DraftProperty[];
  readonly rest: Readonly<Record<string, unknown>>;
}

export const PROPERTY_KINDS = {
  text: { label: "Text", type: "string", format: undefined },
  date: { label: "Date", type: "string", format: "date" },
  amount: { label: "Amount", type: "number", format: "amount" },
  number: { label: "Number", type: "number", format: undefined },
  integer: { label: "Whole number", type: "integer", format: undefined },
  yesNo: { label: "Yes or no", type: "boolean", format: undefined },
  name: { label: "Name", type: "string", format: "name" },
  numberText: { label: "Number of a document", type: "string", format: "number-text" },
  address: { label: "Address", type: "string", format: "address" },
  currency: { label: "Currency", type: "string", format: "currency" },
  iban: { label: "IBAN", type: "string", format: "iban" },
  bic: { label: "BIC", type: "string", format: "bic" },
  vatId: { label: "VAT number", type: "string", format: "vat-id" },
  phone: { label: "Phone number", type: "string", format: "phone" },
  email: { label: "E-mail address", type: "string", format: "email" },
  list: { label: "List of rows", type: "array", format: undefined },
} as const satisfies Record<string, { label: string; type: string; format: string | undefined }>;
export type PropertyKind = keyof typeof PROPERTY_KINDS;

type Json = Readonly<Record<string, unknown>>;

/** The properties of a definition; undefined if its JSON is not valid or the form cannot show it. */
export function draftOf(definition: string): readonly DraftProperty[] | undefined {
  const schema = parsed(definition);
  if (!schema) return undefined;
  return propertiesOf(schema);
}

/** The definition with other properties. */
export function withProperties(definition: string, properties: readonly DraftProperty[]): string {
  const { required, ...schema } = parsed(definition) ?? {};
  const names = new Set(properties.map(({ name }) => name));
  const kept = Array.isArray(required) ? required.filter((one: unknown) => names.has(String(one))) : [];
  return JSON.stringify(
    { type: "object", ...schema, properties: jsonOf(properties), ...(kept.length > 0 && { required: kept }) },
    undefined,
    2,
  );
}

function propertiesOf(schema: Json): readonly DraftProperty[] {
  const { properties } = schema;
  return isRecord(properties)
    ? Object.entries(properties).map(([name, property]) =>
        draftProperty(name, isRecord(property) ? property : {}),
      )
    : [];
}

function draftProperty(name: string, property: Json): DraftProperty {
  const { type, format, labels, items, ...rest } = property;
  return {
    name,
    kind: kindOf(type, format),
    labels: Array.isArray(labels) ? labels.map(String) : [],
    columns: isRecord(items) ? propertiesOf(items) : [],
    // A list of plain values and a format that the form does not offer stay as they are.
    rest: { ...rest, ...(isRecord(items) && !isRecord(items["properties"]) && { items }) },
  };
}

function kindOf(type: unknown, format: unknown): PropertyKind {
  for (const kind of KINDS) {
    const one = PROPERTY_KINDS[kind];
    if (one.type === type && one.format === format) return kind;
  }
  return KINDS.find((kind) => PROPERTY_KINDS[kind].type === type) ?? "text";
}

export const KINDS: readonly PropertyKind[] = keysOf(PROPERTY_KINDS);

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

function jsonOf(properties: readonly DraftProperty[]): Json {
  return Object.fromEntries(
    properties.map(({ name, kind, labels, columns, rest }) => {
      const { type, format } = PROPERTY_KINDS[kind];
      const rows = kind === "list" && columns.length > 0;
      return [
        name,
        {
          type,
          ...(format !== undefined && { format }),
          ...rest,
          ...(labels.length > 0 && { labels }),
          ...(rows && { items: { type: "object", properties: jsonOf(columns) } }),
        },
      ];
    }),
  );
}

function parsed(definition: string): Json | undefined {
  try {
    const schema: unknown = JSON.parse(definition);
    return isRecord(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
