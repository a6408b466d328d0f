/**
 * Makes a file each of the programs of threads and child processes, from what the compiler has written, and files of what
 * they share or load for some documents only: of such a program's start, resolving and linking three hundred modules is
 * more than half. `threadFile` prefers them.
 *
 * Does nothing when the bundles are up to date.
 */
import { globSync, rmSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputBundle } from "rolldown";
import { changed } from "../../../scripts/changed.ts";
import { quickStart } from "../../../scripts/quick-start.ts";
import { ZOD_NOTICE } from "./zod-notice.ts";

const core = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(core, "dist");
/** Where what the programs share is written. */
const SHARED = "threads";

/** Stands for the address of `dist` until the place of a file is known. */
const MARK = "galley-dist:";
const MARKED: RegExp = /galley-dist:([\w./-]+)/g;

const entries = globSync("extraction/**/*-{entry,task}.js", { cwd: dist });

const newest = Math.max(
  ...globSync("extraction/**/*.{js,mjs}", { cwd: dist, exclude: ["**/*.bundle.js"] }).map((name) =>
    changed(join(dist, name)),
  ),
  changed(fileURLToPath(import.meta.url)),
  changed(fileURLToPath(new URL("../../../scripts/quick-start.ts", import.meta.url))),
);
if (entries.some((name) => changed(join(dist, bundleOf(name))) < newest)) await writeBundles();

async function writeBundles(): Promise<void> {
  const { rolldown } = await import("rolldown");
  rmSync(join(dist, SHARED), { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [bundleOf(name), join(dist, name)])),
    platform: "node",
    plugins: [{ name: "addresses", transform: markAddress, generateBundle: setAddresses }, quickStart()],
    external: (id) => !(/^[./]/.test(id) || /^zod(\/|$)/.test(id)),
  });
  await build.write({
    dir: dist,
    format: "esm",
    entryFileNames: "[name]",
    chunkFileNames: `${SHARED}/[name]-[hash].bundle.js`,
    comments: { legal: true },
    banner: ({ moduleIds }) => (moduleIds.some((id) => id.includes("/zod/")) ? ZOD_NOTICE : ""),
  });
  await build.close();
}

function bundleOf(name: string): string {
  return name.replace(/\.js$/, ".bundle.js");
}

/** Modules look for files beside themselves, where they are without the bundle. */
function markAddress(code: string, id: string): string | null {
  if (!code.includes("import.meta.url") || !id.startsWith(dist + sep)) return null;
  const mark = JSON.stringify(MARK + urlPath(relative(dist, id)));
  return code.replaceAll("import.meta.url", `new URL(${mark}, import.meta.url).href`);
}

/** Each file is in a folder of its own, which is known only now. */
function setAddresses(_: unknown, bundle: OutputBundle): void {
  for (const file of Object.values(bundle)) {
    if (file.type !== "chunk") continue;
    file.code = file.code.replaceAll(MARKED, (_mark, path: string) =>
      urlPath(relative(dirname(file.fileName), path)),
    );
  }
}

function urlPath(path: string): string {
  return path.split(sep).join("/");
}
