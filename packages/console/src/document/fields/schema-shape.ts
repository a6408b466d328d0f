/** A property of a schema that holds one value. */
export interface ValueShape {
  readonly name: string;
  readonly label: string;
  readonly type: string;
}

/** An array of a schema, whose rows have values. */
export interface ListShape {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly ValueShape[];
}

export interface SchemaShape {
  readonly values: readonly ValueShape[];
  readonly lists: readonly ListShape[];
}

/** What the console shows of a schema; `definition` is its JSON. Empty while it is not valid. */
export function shapeOf(definition: string): SchemaShape {
  const properties = propertiesOf(parsed(definition));
  return {
    values: valuesOf(properties, ""),
    lists: Object.entries(properties).flatMap(([name, property]) =>
      textIn(property, "type") === "array"
        ? [{ name, label: labelOf(name, property), columns: columnsOf(memberOf(property, "items")) }]
        : [],
    ),
  };
}

/** An array of plain values has one column without a name. */
function columnsOf(items: unknown): readonly ValueShape[] {
  const properties = propertiesOf(items);
  if (Object.keys(properties).length > 0) return valuesOf(properties, "");
  return [{ name: "", label: "Value", type: textIn(items, "type") }];
}

function valuesOf(properties: Readonly<Record<string, unknown>>, prefix: string): readonly ValueShape[] {
  return Object.entries(properties).flatMap(([name, property]): readonly ValueShape[] => {
    const type = textIn(property, "type");
    if (type === "array") return [];
    if (type === "object") return valuesOf(propertiesOf(property), `${prefix}${name}.`);
    return [{ name: `${prefix}${name}`, label: labelOf(name, property), type }];
  });
}

function labelOf(name: string, property: unknown): string {
  const words = textIn(property, "title") || name.replaceAll(/[_-]+/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/\b(vat|iban|bic|id)\b/gi, (word) =>
    word.toUpperCase(),
  );
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = memberOf(schema, "properties");
  return isRecord(properties) ? properties : {};
}

function textIn(property: unknown, name: string): string {
  const value = memberOf(property, name);
  return typeof value === "string" ? value : "";
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(definition: string): unknown {
  try {
    return JSON.parse(definition);
  } catch {
    return undefined;
  }
}

/** The value of data at a path such as `lines[2].amount`; undefined if there is none. */
export function valueIn(data: unknown, path: string): unknown {
  let value: unknown = data;
  for (const [, index, name] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    value =
      index === undefined
        ? memberOf(value, name ?? "")
        : Array.isArray(value)
          ? value[Number(index)]
          : undefined;
  }
  return value;
}

/** A value as it is shown and edited. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}
