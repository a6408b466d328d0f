import { readFileSync } from "node:fs";
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLNamedType,
  validateSchema,
} from "graphql";
import { expect, test } from "vitest";
import { makeSchema } from "./schema.ts";

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** All described elements of a type, each with its path. */
function partsOf(type: GraphQLNamedType): [path: string, part: Described][] {
  const parts: [string, Described][] = [[type.name, type]];
  if (isEnumType(type))
    for (const value of type.getValues()) parts.push([`${type.name}.${value.name}`, value]);
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) parts.push([`${type.name}.${field.name}`, field]);
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.push([`${type.name}.${field.name}`, field]);
      for (const argument of field.args)
        parts.push([`${type.name}.${field.name}(${argument.name})`, argument]);
    }
  }
  return parts;
}

test("the schema is one by the specification", async () => {
  expect(validateSchema(await makeSchema())).toEqual([]);
});

test("every type, field, argument and enum value has a description", async () => {
  const schema = await makeSchema();
  const own = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
  );
  const silent = own.flatMap(partsOf).filter(([, { description }]) => !description);
  expect(silent.map(([path]) => path)).toEqual([]);
});

test("every record with an id of its own is a Node", async () => {
  const NO_RECORDS = /^Query$|^Mutation$|Payload$|^ConnectorKind$/;
  const types = Object.values((await makeSchema()).getTypeMap()).filter((type) => isObjectType(type));
  const withId = types.filter((type) => !NO_RECORDS.test(type.name) && "id" in type.getFields());
  expect(withId.filter((type) => type.getInterfaces().length === 0)).toEqual([]);
});

test("the committed schema equals the served one", async () => {
  const committed = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");
  expect(committed).toBe(`${printSchema(lexicographicSortSchema(await makeSchema()))}\n`);
});

test("an option's description has the default and bounds of core's schema", async () => {
  const schema = await makeSchema();
  const options = schema.getType("ExtractionOptionsInput");
  if (!isInputObjectType(options)) throw new Error("There are no options.");
  const { lineTolerance, lineStrategy, pageSeparator } = options.getFields();
  expect(lineTolerance?.description).toMatch(/ From 0 to 10; default 0\.4\.$/);
  expect(lineStrategy?.description).toMatch(/ Default LEFT_PRIORITY\.$/);
  expect(pageSeparator?.description).toMatch(/ Default "<<<"\.$/);
});
