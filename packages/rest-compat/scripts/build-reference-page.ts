/** Copies the reference page and the prebuilt browser bundle of Scalar into dist, so it works without internet access. */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const page = fileURLToPath(new URL("../reference-page/", import.meta.url));
const dist = fileURLToPath(new URL("../dist/reference-page/", import.meta.url));
const scalar = dirname(createRequire(import.meta.url).resolve("@scalar/api-reference"));

mkdirSync(dist, { recursive: true });
for (const name of ["index.html", "page.css", "page.js"]) copyFileSync(join(page, name), join(dist, name));
copyFileSync(join(scalar, "browser/standalone.js"), join(dist, "scalar.js"));
