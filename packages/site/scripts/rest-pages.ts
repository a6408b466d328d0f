import { readFileSync } from "node:fs";
import { z } from "zod";
import { anchorOf } from "./markdown-rules.ts";
import { cell, table } from "./table.ts";

const schema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.json()).optional(),
  const: z.json().optional(),
  default: z.json().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
});
const content = z.record(
  z.string(),
  z.object({ schema: z.unknown().optional(), example: z.unknown().optional() }),
);
const operation = z.object({
  summary: z.string().default(""),
  description: z.string().default(""),
  tags: z.array(z.string()),
  deprecated: z.boolean().default(false),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().default(""),
        schema,
      }),
    )
    .default([]),
  requestBody: z.object({ description: z.string().default(""), content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: content.optional() })),
});
const openApi = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});
type Operation = z.infer<typeof operation>;

/** A page for each tag of the OpenAPI document, by its path. */
export function restPages(file: string): ReadonlyMap<string, string> {
  const { info, tags, paths } = openApi.parse(JSON.parse(readFileSync(file, "utf8")));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ title: `${method.toUpperCase()} ${path}`, call })),
  );
  const pages = tags.map(({ name, description }) => {
    const own = calls.filter(({ call }) => call.tags[0] === name);
    const sections = own.map(({ title, call }) => section(title, call));
    const intro = `# REST: ${name}\n\n${description}\n\n${info.description} The service has the same as an OpenAPI document at \`/openapi.json\`, and at \`/openapi\` a page on which calls can be tried.`;
    return [`reference/rest/${anchorOf(name)}.md`, [intro, ...sections].join("\n\n")] as const;
  });
  return new Map(pages);
}

function section(title: string, call: Operation): string {
  const { summary, description, deprecated, parameters, requestBody, responses } = call;
  return [
    `## ${title.replaceAll(/([{}_*<>])/g, String.raw`\$1`)}`,
    `${deprecated ? "**Deprecated.** " : ""}${summary}`,
    description,
    parameters.length > 0 && `**Parameters**\n\n${parametersOf(parameters)}`,
    requestBody && `**Body**: ${requestBody.description}\n\n${bodiesOf(requestBody.content)}`,
    `**Responses**\n\n${table(
      ["Status", "Meaning"],
      Object.entries(responses).map(([status, answer]) => [`\`${status}\``, answer.description]),
    )}`,
    ...Object.entries(responses).map(([status, answer]) => exampleOf(status, answer.content ?? {})),
  ]
    .filter((part) => part !== false && part !== undefined && part !== "")
    .join("\n\n");
}

function parametersOf(parameters: Operation["parameters"]): string {
  return table(
    ["Name", "Meaning and values"],
    parameters.map((parameter) => [
      `\`${parameter.name}\`${placeOf(parameter)}`,
      `${parameter.description} ${valuesOf(parameter.schema)}.`.trim(),
    ]),
  );
}

function placeOf({ in: place, required }: Operation["parameters"][number]): string {
  const facts = [place === "query" ? "" : place, required ? "required" : ""].filter((fact) => fact !== "");
  return facts.length === 0 ? "" : ` (${facts.join(", ")})`;
}

function valuesOf(of: z.infer<typeof schema>): string {
  const values = of.enum ?? (of.const === undefined ? undefined : [of.const]);
  const kind = [of.type].flat().join(" or ");
  return [
    values ? values.map((value) => cell(written(value))).join(", ") : kind,
    of.format,
    of.minimum !== undefined && `at least ${of.minimum}`,
    of.maximum !== undefined && `at most ${of.maximum}`,
    of.maxLength !== undefined && `up to ${of.maxLength} characters`,
    of.default !== undefined && of.default !== "" && `default ${cell(written(of.default))}`,
  ]
    .filter((part) => part !== false && part !== undefined && part !== "")
    .join("; ");
}

function bodiesOf(bodies: z.infer<typeof content>): string {
  return Object.entries(bodies)
    .map(([type, body]) => {
      const shape = type.endsWith("json") ? (body.example ?? body.schema) : body.example;
      return shape === undefined ? `\`${type}\`` : `\`${type}\`:\n\n${fenced(shape)}`;
    })
    .join("\n\n");
}

function exampleOf(status: string, bodies: z.infer<typeof content>): string | undefined {
  const shown = Object.entries(bodies).find(([, { example }]) => example !== undefined);
  return shown && `\`${status}\`, \`${shown[0]}\`:\n\n${fenced(shown[1].example)}`;
}

function fenced(value: unknown): string {
  return `\`\`\`\`\n${written(value, 2)}\n\`\`\`\``;
}

function written(value: unknown, indent?: number): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, indent);
}
