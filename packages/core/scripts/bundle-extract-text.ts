/**
 * Makes one file each of `@galley/core/extract-text` and `@galley/core/extract-options` from what the compiler has
 * written, without what they never call, and one of what they share.
 *
 * Does nothing when the bundles are up to date.
 */
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { APART_FROM_BUNDLES } from "./apart-from-bundles.ts";
import { changed } from "../../../scripts/changed.ts";
import { quickStart } from "../../../scripts/quick-start.ts";
import { ZOD_NOTICE } from "./zod-notice.ts";

const core = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(core, "dist");
const ENTRIES = ["extract-text", "extract-options"];

const APART: ReadonlySet<string> = new Set([...APART_FROM_BUNDLES].map((name) => join(dist, name)));

const missing = [...APART].filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`Modules that stay apart do not exist: ${missing.join(", ")}`);

const newest = Math.max(
  ...globSync(["extraction/**/*.{js,mjs}", ...ENTRIES.map((name) => `${name}.js`)], {
    cwd: dist,
    exclude: ["**/*.bundle.js"],
  }).map((name) => changed(join(dist, name))),
  changed(fileURLToPath(import.meta.url)),
  changed(fileURLToPath(new URL("../../../scripts/quick-start.ts", import.meta.url))),
);
if (ENTRIES.some((name) => changed(join(dist, `${name}.bundle.js`)) < newest)) await writeBundles();

async function writeBundles(): Promise<void> {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(dist, `${name}.js`)])),
    platform: "node",
    plugins: [quickStart()],
    external: (id, importer) =>
      APART.has(join(dirname(importer ?? ""), id)) || !(/^[./]/.test(id) || /^zod(\/|$)/.test(id)),
  });
  await build.write({
    dir: dist,
    format: "esm",
    entryFileNames: "[name].bundle.js",
    chunkFileNames: "[name].shared.bundle.js",
    minify: true,
    comments: { legal: true },
    banner: ZOD_NOTICE,
  });
  await build.close();
}
