import type { FieldProperty } from "./fields-schema.ts";

/** A property with a single value, and its path. */
export interface LeafProperty {
  readonly path: string;
  readonly name: string;
  readonly property: FieldProperty;
}

type Properties = { readonly [name: string]: FieldProperty };

/** The properties with a single value, through objects but not into arrays. */
export function leavesIn(properties: Properties, prefix = ""): readonly LeafProperty[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    if (property.type === "object") return leavesIn(property.properties ?? {}, path);
    return property.type === "array" ? [] : [{ path, name, property }];
  });
}

/** The arrays of objects, through objects. */
export function arraysIn(properties: Properties, prefix = ""): readonly LeafProperty[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    if (property.type === "object") return arraysIn(property.properties ?? {}, path);
    return property.type === "array" ? [{ path, name, property }] : [];
  });
}

/** How documents may name a property: its labels, its title, and its own name in words. */
export function labelsOf(name: string, { labels = [], title }: FieldProperty): readonly string[] {
  const words = name.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replaceAll(/[_-]+/gu, " ");
  return [...labels, ...(title === undefined ? [] : [title]), words];
}
