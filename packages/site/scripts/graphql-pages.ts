import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";
import { anchorOf } from "./markdown-rules.ts";
import { cell, table } from "./table.ts";

/** The pages that types are on, in the order of the contents. */
const PAGES: readonly (readonly [page: string, title: string, holds: (type: GraphQLNamedType) => boolean])[] =
  [
    ["types", "types", (type) => isObjectType(type) || isInterfaceType(type) || isUnionType(type)],
    ["inputs", "inputs", isInputObjectType],
    ["enums", "enums and scalars", (type) => isEnumType(type) || isScalarType(type)],
  ];

/** Queries, mutations, subscriptions and types of a schema, by their paths. */
export function graphqlPages(file: string): ReadonlyMap<string, string> {
  const schema = buildSchema(readFileSync(file, "utf8"));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const operations = roots
    .filter((root) => root !== undefined && root !== null)
    .map((root) => {
      const fields = Object.values(root.getFields()).map((field) => operation(field));
      return [pagePath(pluralOf(root.name)), page(pluralOf(root.name), fields)] as const;
    });
  const types = PAGES.map(([name, title, holds]) => {
    const own = typesOf(schema).filter((type) => holds(type) && !roots.some((root) => root === type));
    return [pagePath(name), page(title, own.map(described))] as const;
  });
  return new Map([...operations, ...types]);
}

const pagePath = (name: string): string => `reference/graphql/${name}.md`;
const pluralOf = (root: string): string => (root === "Query" ? "queries" : `${root.toLowerCase()}s`);

function typesOf(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

function page(title: string, sections: readonly string[]): string {
  const intro = `# GraphQL: ${title}\n\nGenerated from the schema. How to call it is described in [GraphQL](../graphql.md).`;
  return [intro, ...sections].join("\n\n");
}

function operation(field: GraphQLField<unknown, unknown>): string {
  const { name, description, args, type } = field;
  const parts = [`## ${name}`, description, deprecation(field), `Returns ${linked(type)}.`];
  if (args.length > 0) parts.push(valuesTable("Argument", args));
  return parts.filter(Boolean).join("\n\n");
}

function described(type: GraphQLNamedType): string {
  return [`## ${type.name}`, type.description, contentsOf(type)].filter(Boolean).join("\n\n");
}

function contentsOf(type: GraphQLNamedType): string | undefined {
  if (isInputObjectType(type)) return valuesTable("Field", Object.values(type.getFields()));
  if (isEnumType(type)) {
    const rows = type.getValues().map((value) => [cell(value.name), meaning(value)]);
    return table(["Value", "Meaning"], rows);
  }
  if (isUnionType(type))
    return `One of ${type
      .getTypes()
      .map((member) => linked(member))
      .join(", ")}.`;
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const rows = Object.values(type.getFields()).map((field) => [
    `${cell(field.name)}: ${linked(field.type)}`,
    [meaning(field), argumentsOf(field.args)].filter(Boolean).join(" "),
  ]);
  return table(["Field", "Meaning"], rows);
}

function argumentsOf(args: readonly GraphQLArgument[]): string {
  if (args.length === 0) return "";
  const listed = args.map(
    (argument) =>
      `${cell(argument.name)} (${linked(argument.type)}): ${meaning(argument)}${defaultOf(argument)}`,
  );
  return `Arguments: ${listed.join(" ")}`;
}

function valuesTable(head: string, values: readonly (GraphQLArgument | GraphQLInputField)[]): string {
  const rows = values.map((value) => [
    `${cell(value.name)}: ${linked(value.type)}`,
    `${meaning(value)}${defaultOf(value)}`,
  ]);
  return table([head, "Meaning"], rows);
}

function defaultOf({ defaultValue }: GraphQLArgument | GraphQLInputField): string {
  return defaultValue === undefined ? "" : ` Default: ${cell(JSON.stringify(defaultValue))}.`;
}

interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

const meaning = (of: Described): string => [of.description, deprecation(of)].filter(Boolean).join(" ");
const deprecation = ({ deprecationReason }: Described): string =>
  deprecationReason ? `**Deprecated:** ${deprecationReason}` : "";

/** The type as it is written in the schema, with a link to where it is described. */
function linked(type: Parameters<typeof getNamedType>[0] & object): string {
  const named = getNamedType(type);
  const holder = PAGES.find(([, , holds]) => holds(named))?.[0] ?? "types";
  return `[${cell(String(type))}](${holder}.md#${anchorOf(named.name)})`;
}
