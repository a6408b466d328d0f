/**
 * Bundles what the library uses of pdf-lib, which is 28 MB when installed, into one file of dist. Does nothing when it is
 * up to date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const core = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(core, "dist/bundled/pdf-lib.js");

/** All that the sources import from it. */
const NAMES = [
  "EncryptedPDFError",
  "PDFCrossRefSection",
  "PDFCrossRefStream",
  "PDFDocument",
  "PDFName",
  "PDFString",
];

const manifest = readFileSync(join(core, "node_modules/@cantoo/pdf-lib/package.json"), "utf8");
const stamp = `${manifest}${readFileSync(fileURLToPath(import.meta.url), "utf8")}`;
const stampFile = join(core, "dist/bundled/made-from.txt");
if (!existsSync(target) || !existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  const { rolldown } = await import("rolldown");
  const entry = "\0pdf-lib";
  const build = await rolldown({
    input: entry,
    cwd: core,
    platform: "node",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export { ${NAMES.join(", ")} } from "@cantoo/pdf-lib";` : undefined),
      },
    ],
  });
  const { output } = await build.write({
    file: target,
    format: "esm",
    codeSplitting: false,
    minify: true,
    comments: { legal: true },
  });
  prependLicences(output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : [])));
  await build.close();
  writeFileSync(stampFile, stamp);
}

/** The licences of the packages whose code is in the file ask to be named with it. */
function prependLicences(modules: readonly string[]): void {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const texts = [...folders].map((folder) => {
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
    if (file === undefined) throw new Error(`${name} has no licence file.`);
    return `${name}:\n\n${readFileSync(join(folder, file), "utf8").replaceAll("*/", "* /").trim()}\n`;
  });
  const banner = `/*!\nThis file holds parts of these packages.\n\n${texts.join("\n")}*/\n`;
  writeFileSync(target, banner + readFileSync(target, "utf8"));
}
