import type { CodegenConfig } from "@graphql-codegen/cli";

/** Types of every operation in the sources, from the schema that the service serves. */
const config: CodegenConfig = {
  schema: "../gateway/schema.graphql",
  documents: ["src/**/*.{ts,tsx}", "!src/generated/**"],
  ignoreNoDocuments: true,
  generates: {
    "src/generated/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: {
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
