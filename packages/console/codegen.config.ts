import type { CodegenConfig } from "@graphql-codegen/cli";
import { OPERATION_TYPES } from "../../scripts/operation-types.ts";

/** Types of every operation in the sources, from the schema that the service serves. */
const config: CodegenConfig = {
  schema: "../gateway/schema.graphql",
  documents: ["src/**/*.{ts,tsx}", "!src/generated/**"],
  ignoreNoDocuments: true,
  generates: {
    "src/generated/": {
      preset: "client",
      presetConfig: { fragmentMasking: false },
      config: OPERATION_TYPES,
    },
  },
};

export default config;
