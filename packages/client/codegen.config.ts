import type { CodegenConfig } from "@graphql-codegen/cli";

/** Types of the client's operations, from the schema that the service serves. */
const config: CodegenConfig = {
  schema: "../gateway/schema.graphql",
  documents: ["src/**/*.ts", "!src/generated/**"],
  importExtension: ".ts",
  generates: {
    "src/generated/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: "string",
        useTypeImports: true,
        enumsAsTypes: true,
        immutableTypes: true,
        defaultScalarType: "string",
        scalars: {
          JSONObject: "Readonly<Record<string, unknown>>",
          NonNegativeFloat: "number",
          NonNegativeInt: "number",
          PositiveInt: "number",
          SafeInt: "number",
          UnitInterval: "number",
        },
      },
    },
  },
};

export default config;
