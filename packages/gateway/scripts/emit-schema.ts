/** Writes the served schema to schema.graphql, sorted; with `--check` it fails where the file is not the same. */
import { readFileSync, writeFileSync } from "node:fs";
import { lexicographicSortSchema, printSchema } from "graphql";
import { makeSchema } from "../dist/graphql/schema.js";

const path = new URL("../schema.graphql", import.meta.url);
const served = `${printSchema(lexicographicSortSchema(await makeSchema()))}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(path, served);
} else if (readFileSync(path, "utf8") !== served) {
  process.stderr.write(
    "schema.graphql is not the served schema; run packages/gateway/scripts/emit-schema.ts.\n",
  );
  process.exit(1);
}
