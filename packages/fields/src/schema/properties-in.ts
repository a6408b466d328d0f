import type { FieldProperty } from "./fields-schema.ts";

/** A property that is no object, and its path. */
export interface LeafProperty {
  readonly path: string;
  readonly name: string;
  readonly property: FieldProperty;
}

type Properties = { readonly [name: string]: FieldProperty };

/** The properties that are no objects, through objects but not into arrays. */
export function leavesAndArraysIn(properties: Properties, prefix = ""): readonly LeafProperty[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return property.type === "object"
      ? leavesAndArraysIn(property.properties ?? {}, path)
      : [{ path, name, property }];
  });
}

/** Those with a single value. */
export function leavesIn(properties: Properties): readonly LeafProperty[] {
  return leavesAndArraysIn(properties).filter(({ property }) => property.type !== "array");
}

/** Those with several values. */
export function arraysIn(properties: Properties): readonly LeafProperty[] {
  return leavesAndArraysIn(properties).filter(({ property }) => property.type === "array");
}

/** How documents may name a property: its labels, its title, and its own name in words. */
export function labelsOf(name: string, { labels = [], title }: FieldProperty): readonly string[] {
  const words = name.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replaceAll(/[_-]+/gu, " ");
  return [...labels, ...(title === undefined ? [] : [title]), words];
}
