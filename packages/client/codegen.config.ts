import type { CodegenConfig } from "@graphql-codegen/cli";
import { OPERATION_TYPES } from "../../scripts/operation-types.ts";

/** Types of the client's operations, from the schema that the service serves. */
const config: CodegenConfig = {
  schema: "../gateway/schema.graphql",
  documents: ["src/**/*.ts", "!src/generated/**"],
  importExtension: ".ts",
  generates: {
    "src/generated/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: { documentMode: "string", ...OPERATION_TYPES },
    },
  },
};

export default config;
