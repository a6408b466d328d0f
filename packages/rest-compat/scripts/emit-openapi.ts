/** Writes the OpenAPI document to docs/reference/openapi.json. With `--check`, fails if the file is out of date. */
import { readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "../dist/index.js";

const path = new URL("../../../docs/reference/openapi.json", import.meta.url);
// A service names itself instead.
const servers = [{ url: "http://127.0.0.1:8080", description: "The service as it starts by default." }];
const described = `${JSON.stringify({ ...openApiDocument(), servers }, undefined, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(path, described);
} else if (readFileSync(path, "utf8") !== described) {
  process.stderr.write(
    "docs/reference/openapi.json is out of date. Run: node packages/rest-compat/scripts/emit-openapi.ts\n",
  );
  process.exit(1);
}
