import { expect, test } from "vitest";
import { jsonSchemaOf, KINDS, kindSchema, parseFieldsSchema } from "../index.ts";

test.each(KINDS)("the schema of the kind %s is read back from its JSON", (kind) => {
  expect(jsonSchemaOf(parseFieldsSchema(jsonSchemaOf(kindSchema(kind))))).toEqual(
    jsonSchemaOf(kindSchema(kind)),
  );
});

test("references to $defs and optional properties are read as generators of schemas write them", () => {
  const schema = parseFieldsSchema({
    title: "Order",
    properties: {
      day: { anyOf: [{ $ref: "#/$defs/day" }, { type: "null" }] },
      note: { type: ["string", "null"] },
    },
    $defs: { day: { type: "string", format: "date" } },
  });
  expect(schema.properties).toEqual({ day: { type: "string", format: "date" }, note: { type: "string" } });
});

const node = { type: "object", properties: { child: { $ref: "#/$defs/node" } } };

test.each([
  ["a type that there is not", { properties: { a: { type: "text" } } }, /properties\.a\.type.*"string"/u],
  [
    "a keyword that there is not",
    { properties: { a: { type: "string", foo: 1 } } },
    /properties\.a.*foo.*pattern/su,
  ],
  ["no properties", {}, /properties/u],
  ["recursion", { properties: { a: { $ref: "#/$defs/node" } }, $defs: { node } }, /recursive/u],
  ["another document", { properties: { a: { $ref: "https://example.com/a" } } }, /#\/\$defs/u],
  ["a backreference", { properties: { a: { type: "string", pattern: String.raw`(a)\1` } } }, /RE2/u],
  [
    "a required property that there is not",
    { properties: { a: { type: "string" } }, required: ["b"] },
    /"b"/u,
  ],
  ["a list without items", { properties: { a: { type: "array" } } }, /items/u],
  [
    "2,000 properties",
    {
      properties: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, { type: "string" }])),
    },
    /at most 1000/u,
  ],
])("a schema with %s is rejected with what is valid", (_, schema, message) => {
  expect(() => parseFieldsSchema(schema)).toThrow(message);
});
