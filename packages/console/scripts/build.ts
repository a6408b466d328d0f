/** Generates the types of the operations and bundles the console into dist, if its sources or the schema changed. */
import { generate } from "@graphql-codegen/cli";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

import codegen from "../codegen.config.ts";

/** Home submits it with one click. */
const SAMPLE = "../../examples/sample.pdf";
const SOURCES = [
  "src/**/*.{ts,tsx,css}",
  "public/**/*.*",
  "scripts/*.ts",
  "*.{ts,json,html}",
  "../gateway/schema.graphql",
  "../../scripts/operation-types.ts",
  SAMPLE,
];
const STAMP = "dist/sources.sha256";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const sources = digestOfSources();
if (sources !== lastBuilt() || !existsSync("src/generated/gql.ts")) {
  await generate({ ...codegen, silent: true });
  await build({ logLevel: "warn" });
  copyFileSync(SAMPLE, "dist/sample.pdf");
  writeFileSync(STAMP, sources);
}

function digestOfSources(): string {
  const digest = createHash("sha256");
  const paths = globSync(SOURCES, { exclude: ["src/generated/**"] }).toSorted();
  for (const path of paths) digest.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return digest.digest("hex");
}

function lastBuilt(): string | undefined {
  try {
    return readFileSync(STAMP, "utf8");
  } catch {
    return undefined;
  }
}
