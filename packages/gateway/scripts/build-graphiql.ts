/**
 * Copies the GraphiQL page and the prebuilt browser bundles it needs into dist, so it works without internet
 * access.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const page = fileURLToPath(new URL("../graphiql/", import.meta.url));
const dist = fileURLToPath(new URL("../dist/graphiql/", import.meta.url));

const files: Readonly<Record<string, string>> = {
  "index.html": join(page, "index.html"),
  "page.css": join(page, "page.css"),
  "page.js": join(page, "page.js"),
  "examples.js": join(page, "examples.js"),
  "credentials.js": join(page, "credentials.js"),
  "graphiql.css": beside(require.resolve("graphiql/package.json"), "graphiql.min.css"),
  "graphiql.js": beside(require.resolve("graphiql/package.json"), "graphiql.min.js"),
  "graphql-ws.js": beside(require.resolve("graphql-ws/package.json"), "umd/graphql-ws.min.js"),
  "react.js": beside(require.resolve("react/package.json"), "umd/react.production.min.js"),
  "react-dom.js": beside(require.resolve("react-dom/package.json"), "umd/react-dom.production.min.js"),
};

mkdirSync(dist, { recursive: true });
for (const [name, source] of Object.entries(files)) copyFileSync(source, join(dist, name));

function beside(manifest: string, file: string): string {
  return join(dirname(manifest), file);
}
