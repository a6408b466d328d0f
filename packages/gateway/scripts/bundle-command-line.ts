/**
 * Makes one script of the command line's start, of `galley extract` and of the reader, from what the compiler has
 * written: loading a hundred files takes longer than extracting the text of a page. It is a script, not a module, because
 * of scripts the compiled code can be kept after they have run (`src/quick-start`).
 *
 * Other commands, and what only some calls of `galley extract` load, stay where they are. So do the classes of errors that
 * both throw, of which there must be one each.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { APART_FROM_BUNDLES } from "../../core/scripts/apart-from-bundles.ts";
import { quickStart } from "../../../scripts/quick-start.ts";

const gateway = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(gateway, "dist/command-line");
const library = join(realpathSync(join(gateway, "node_modules/@galley/core")), "dist");

/** Modules that stay apart. */
const APART: ReadonlySet<string> = new Set(
  [
    "../outbound/outbound",
    "../outbound/recognition/start-recognition",
    "explain/explain-command",
    "extract/url-document",
    "languages/languages-command",
    "mcp-command",
    "service/doctor-command",
    "service/jobs-command",
    "service/reencrypt-command",
    "service/serve-command",
    "service/sign-in-command",
    "usage-error",
    "view-command",
  ].map((name) => join(folder, `${name}.js`)),
);

const missing = [...APART].filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`Modules that stay apart do not exist: ${missing.join(", ")}`);

const BUNDLED_PACKAGES = ["commander", "zod"] as const;

/** Their code is part of the bundle, and their licences ask to be named. */
const notices = BUNDLED_PACKAGES.map(
  (name) => `${name}:\n\n${readFileSync(join(gateway, "node_modules", name, "LICENSE"), "utf8")}`,
);

/** Entries of the library that the script contains. */
const ENTRIES = new Map([
  ["@galley/core/extract-text", join(library, "extract-text.js")],
  ["@galley/core/extract-options", join(library, "extract-options.js")],
]);

/** What the script shares with the installed library. */
const SHARED = "@galley/core/unbundled";
/** Marks the path of a module of the installed library. */
const BELOW = "installed:";

/** A dynamic import, and of the installed library's modules the path. */
const DYNAMIC_IMPORT = /\bimport\s*\((?:[`"']installed:(?<path>[^`"']+)[`"'])?/g;

/** Commander starts programs of subcommands with it; Galley has none, and loading it delays every start. */
const CHILD_PROCESS = "node:child_process";

await Promise.all([writeScript(), writeStart()]);

async function writeScript(): Promise<void> {
  await using build = await rolldown({
    input: join(folder, "run-cli.js"),
    platform: "node",
    plugins: [
      {
        name: "without-subprograms",
        resolveId: (id) => (id === CHILD_PROCESS ? id : null),
        load: (id) => (id === CHILD_PROCESS ? "export default undefined;" : null),
      },
      { name: "reader", resolveId: placeOf, transform: withAddress },
      quickStart(),
    ],
    external: (id, importer) => APART.has(join(dirname(importer ?? ""), id)) || !isBundled(id),
  });
  const { output } = await build.generate({
    file: join(folder, "run-cli.bundle.cjs"),
    format: "cjs",
    codeSplitting: false,
    minify: true,
    comments: { legal: true },
    banner: `/*!\nThis file holds parts of ${notices.join("\nand of ")}*/`,
  });
  const script = `(function(exports,require,load,addresses){${withLoadedModules(output[0].code)}\n})`;
  // The hash tells versions of the script apart.
  const hash = createHash("sha256").update(script).digest("hex").slice(0, 16);
  writeFileSync(join(folder, "run-cli.bundle.cjs"), `// ${hash}\n${script}`);
}

/** Makes one file of the modules that run the script. */
async function writeStart(): Promise<void> {
  await using build = await rolldown({
    input: join(gateway, "dist/quick-start/run-cli.js"),
    platform: "node",
    plugins: [quickStart()],
    external: /^node:/,
  });
  await build.write({
    file: join(gateway, "dist/quick-start/run-cli.bundle.js"),
    format: "esm",
    codeSplitting: false,
    minify: true,
  });
}

function isBundled(id: string): boolean {
  return (
    /^[./]/.test(id) ||
    id === CHILD_PROCESS ||
    id.startsWith("#pdfjs/") ||
    ENTRIES.has(id) ||
    BUNDLED_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`))
  );
}

/** Where a module of the library is: in the script, or in the installed library. */
function placeOf(id: string, importer = ""): string | { id: string; external: true } | null {
  if (id.startsWith("#pdfjs/")) return { id: BELOW + id.slice(1), external: true };
  const path = relative(library, join(dirname(importer), id));
  if (!id.startsWith(".") || !APART_FROM_BUNDLES.has(path)) return ENTRIES.get(id) ?? null;
  return { id: path.startsWith("extraction/failure/") ? SHARED : BELOW + path, external: true };
}

/** Scripts have no `import.meta`. */
function withAddress(code: string, id: string): string {
  return code.replaceAll("import.meta.url", `addresses.${id.startsWith(library) ? "library" : "script"}`);
}

/** Scripts import nothing by themselves: `load` does it for them. */
function withLoadedModules(code: string): string {
  return code.replaceAll(DYNAMIC_IMPORT, (_, path?: string) =>
    path === undefined ? "load(" : `load(new URL("${path}",addresses.library).href`,
  );
}
