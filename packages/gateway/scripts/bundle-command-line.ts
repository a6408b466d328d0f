/**
 * Makes one file of the command line's start and of `galley extract` from what the compiler has written: loading a
 * hundred files takes longer than extracting the text of a page.
 *
 * Other commands, and what only some calls of `galley extract` load, stay where they are. So does the class of errors that
 * both throw, of which there must be one.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { quickStart } from "../../../scripts/quick-start.ts";

const gateway = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(gateway, "dist/command-line");

/** Modules that stay apart. */
const APART: ReadonlySet<string> = new Set(
  [
    "../outbound/outbound",
    "../outbound/recognition/start-recognition",
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

/** Commander starts programs of subcommands with it; Galley has none, and loading it delays every start. */
const CHILD_PROCESS = "node:child_process";

const build = await rolldown({
  input: join(folder, "run-cli.js"),
  platform: "node",
  plugins: [
    {
      name: "without-child-process",
      resolveId: (id) => (id === CHILD_PROCESS ? id : null),
      load: (id) => (id === CHILD_PROCESS ? "export default undefined;" : null),
    },
    quickStart(),
  ],
  external: (id, importer) => APART.has(join(dirname(importer ?? ""), id)) || !isBundled(id),
});
await build.write({
  file: join(folder, "run-cli.bundle.js"),
  format: "esm",
  codeSplitting: false,
  minify: true,
  comments: { legal: true },
  banner: `/*!\nThis file holds parts of ${notices.join("\nand of ")}*/`,
});
await build.close();

function isBundled(id: string): boolean {
  return (
    /^[./]/.test(id) ||
    id === CHILD_PROCESS ||
    BUNDLED_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`))
  );
}
