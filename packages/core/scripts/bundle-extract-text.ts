/**
 * Makes one file of `@galley/core/extract-text` from what the compiler has written, without what it never calls.
 *
 * What is loaded only by some documents stays where it is, and so does the class of the library's errors, of which there
 * must be one. Does nothing when the bundle is up to date.
 */
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const core = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(core, "dist");
const bundle = join(dist, "extract-text.bundle.js");

/** Modules of the library that stay apart. */
const APART: ReadonlySet<string> = new Set(
  [
    "failure/extraction-error",
    "convert/convert-document",
    "create-extractor",
    "engines/images/image-engine",
    "engines/pdfium/page-content-reader",
    "engines/pdfium/pdfium-document",
    "engines/render/page-renderer",
    "recognition/recognise-page",
  ].map((name) => join(dist, `extraction/${name}.js`)),
);

for (const module of APART) {
  if (changed(module) === 0) throw new Error(`${module} was moved: name its new place in APART.`);
}

/** Its code is part of the bundle, and its licence asks to be named. */
const zodLicence = readFileSync(join(core, "node_modules/zod/LICENSE"), "utf8");

const newest = Math.max(
  ...globSync(["extraction/**/*.{js,mjs}", "extract-text.js"], { cwd: dist }).map((name) =>
    changed(join(dist, name)),
  ),
  changed(fileURLToPath(import.meta.url)),
);
if (changed(bundle) < newest) await writeBundle();

async function writeBundle(): Promise<void> {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: join(dist, "extract-text.js"),
    platform: "node",
    external: (id, importer) =>
      APART.has(join(dirname(importer ?? ""), id)) || !(/^[./]/.test(id) || /^zod(\/|$)/.test(id)),
  });
  await build.write({
    file: bundle,
    format: "esm",
    codeSplitting: false,
    minify: true,
    comments: { legal: true },
    banner: `/*!\nThis file holds parts of zod:\n\n${zodLicence}*/`,
  });
  await build.close();
}

function changed(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
