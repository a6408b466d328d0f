/** Generates the types of the operations, if they or the schema changed. */
import { generate } from "@graphql-codegen/cli";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import codegen from "../codegen.config.ts";

const STAMP = "src/generated/sources.sha256";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const digest = createHash("sha256");
for (const path of globSync([
  "src/*.ts",
  "*.ts",
  "../gateway/schema.graphql",
  "../../scripts/operation-types.ts",
]).toSorted()) {
  digest.update(`${path}\0`).update(readFileSync(path)).update("\0");
}
const sources = digest.digest("hex");
if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== sources) {
  await generate({ ...codegen, silent: true });
  writeFileSync(STAMP, sources);
}
