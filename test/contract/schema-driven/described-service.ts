import { z } from "zod";

const schemaSchema = z.record(z.string(), z.unknown());
export type Schema = z.output<typeof schemaSchema>;

const contentSchema = z.record(z.string(), z.object({ schema: schemaSchema }));

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(["query", "header", "path"]),
  required: z.boolean(),
  schema: schemaSchema,
});
export type DescribedParameter = z.output<typeof parameterSchema>;

const operationSchema = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z.array(parameterSchema),
  requestBody: z.object({ required: z.boolean(), content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ content: contentSchema })),
});

/** The part of an OpenAPI document that the tests use. */
export const openApiSchema = z.looseObject({
  security: z.array(z.record(z.string(), z.unknown())),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

export interface DescribedOperation extends z.output<typeof operationSchema> {
  readonly method: string;
  readonly path: string;
  /** Names of the security schemes, of which one is required; empty for a public operation. */
  readonly schemes: readonly string[];
}

export function operationsOf({
  paths,
  security,
}: z.output<typeof openApiSchema>): readonly DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      schemes: (operation.security ?? security).flatMap((scheme) => Object.keys(scheme)),
    })),
  );
}
