/** Writes the description of the REST area to docs/reference/openapi.json; with `--check` it fails where the file is not the same. */
import { readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "../dist/index.js";

const path = new URL("../../../docs/reference/openapi.json", import.meta.url);
const described = `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(path, described);
} else if (readFileSync(path, "utf8") !== described) {
  process.stderr.write(
    "docs/reference/openapi.json is not the served document; run packages/rest-compat/scripts/emit-openapi.ts.\n",
  );
  process.exit(1);
}
