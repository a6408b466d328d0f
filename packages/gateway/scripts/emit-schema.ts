/** Writes the served schema to schema.graphql, sorted; with `--check` it fails if the file differs. */
import { readFileSync, writeFileSync } from "node:fs";
import { lexicographicSortSchema, printSchema } from "graphql";
import { makeSchema } from "../dist/graphql/schema.js";

const path = new URL("../schema.graphql", import.meta.url);
const served = `${printSchema(lexicographicSortSchema(await makeSchema()))}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(path, served);
} else if (readFileSync(path, "utf8") !== served) {
  process.stderr.write(
    "schema.graphql differs from the served schema. Run packages/gateway/scripts/emit-schema.ts.\n",
  );
  process.exit(1);
}
