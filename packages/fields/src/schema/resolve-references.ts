import { FieldsSchemaError } from "./schema-error.ts";

/** Chosen by what people keep in one table; the largest tax forms have about 400 fields. */
const MAX_PROPERTIES = 1000;

/** Objects in arrays of objects are two levels; more than six is a mistake or an attack. */
const MAX_DEPTH = 6;

/** Of the JSON itself; properties take two levels for each level of objects. */
const MAX_JSON_DEPTH = 4 * MAX_DEPTH;

type Json = { readonly [key: string]: unknown };

interface Place {
  readonly path: string;
  /** The references that led here. */
  readonly through: readonly string[];
  readonly depth: number;
}

/**
 * The schema with references to its own `$defs` replaced by what they name, and `null` taken out of unions, as generators
 * of schemas write optional properties.
 *
 * @throws FieldsSchemaError if it refers to itself, to another document, or is too large.
 */
export function withoutReferences(schema: unknown): unknown {
  return new References(schema).resolved(schema, { path: "", through: [], depth: 0 });
}

class References {
  readonly #root: unknown;
  #properties = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  resolved(value: unknown, place: Place): unknown {
    if (place.depth > MAX_JSON_DEPTH) {
      throw new FieldsSchemaError(place.path, `nested too deeply; at most ${MAX_DEPTH} levels of objects.`);
    }
    if (Array.isArray(value)) return value;
    if (!isObject(value)) return value;
    const reference = value["$ref"];
    if (reference !== undefined) return this.#named(value, { reference, place });
    const only = withoutNull(value);
    if (only !== value) return this.resolved(only, { ...place, depth: place.depth + 1 });
    return this.#parts(value, place);
  }

  #parts(value: Json, place: Place): Json {
    const parts = Object.entries(value).flatMap(([key, part]) => {
      if (key === "$defs" || key === "definitions") return [];
      const inside = { ...place, path: joined(place.path, key), depth: place.depth + 1 };
      if (key === "properties" && isObject(part)) return [[key, this.#eachOf(part, inside)]];
      return [[key, key === "items" ? this.resolved(part, inside) : part]];
    });
    return Object.fromEntries(parts);
  }

  #eachOf(properties: Json, place: Place): Json {
    this.#properties += Object.keys(properties).length;
    if (this.#properties > MAX_PROPERTIES) {
      throw new FieldsSchemaError(place.path, `too many properties; at most ${MAX_PROPERTIES} in a schema.`);
    }
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        this.resolved(property, { ...place, path: joined(place.path, name), depth: place.depth + 1 }),
      ]),
    );
  }

  #named(value: Json, { reference, place }: { readonly reference: unknown; readonly place: Place }): unknown {
    if (typeof reference !== "string" || !LOCAL.test(reference)) {
      throw new FieldsSchemaError(
        place.path,
        `$ref ${JSON.stringify(reference)}: expected "#/$defs/<name>".`,
      );
    }
    if (place.through.includes(reference)) {
      throw new FieldsSchemaError(
        place.path,
        `$ref ${reference} is recursive. Schemas of fields have an end.`,
      );
    }
    const [, list = "", name = ""] = LOCAL.exec(reference) ?? [];
    const lists = isObject(this.#root) ? this.#root[list] : undefined;
    const target = isObject(lists) && Object.hasOwn(lists, name) ? lists[name] : undefined;
    if (!isObject(target)) {
      throw new FieldsSchemaError(place.path, `$ref ${reference}: the schema has no ${list}.${name}.`);
    }
    const { $ref: _, ...beside } = value;
    const through = [...place.through, reference];
    return this.resolved({ ...target, ...beside }, { ...place, through, depth: place.depth + 1 });
  }
}

const LOCAL = /^#\/(\$defs|definitions)\/([^/]{1,200})$/u;

/** `type: ["string", "null"]` and `anyOf: [X, { type: "null" }]` are what a field is anyway: X or absent. */
function withoutNull(value: Json): Json {
  const { type, anyOf, oneOf, ...rest } = value;
  if (Array.isArray(type)) {
    const types: readonly unknown[] = type.filter((one) => one !== "null");
    if (types.length === 1) return { ...value, type: types[0] };
  }
  const choices = anyOf ?? oneOf;
  if (!Array.isArray(choices)) return value;
  const others: readonly unknown[] = choices.filter((one) => !(isObject(one) && one["type"] === "null"));
  const [only] = others;
  return others.length === 1 && isObject(only) ? { ...only, ...rest } : value;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
