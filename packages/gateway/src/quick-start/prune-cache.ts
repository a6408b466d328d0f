import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Number of scripts whose code is kept: of a few versions of Galley and of Node. */
const MAX_SCRIPTS = 8;

/** Number of modules whose code Node keeps: of all commands of a few versions. */
const MAX_MODULES = 5000;

/** The code of a script, also one whose writer was killed. */
const SCRIPT_CODE = /\.code(?:\.\d+)?$/;

/** Removes the oldest compiled code: every version of Galley adds its own, and Node removes none. */
export function pruneCache(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const scripts = files.filter(({ name }) => SCRIPT_CODE.test(name));
  const modules = files.filter(({ name }) => !SCRIPT_CODE.test(name));
  keepNewest(MAX_SCRIPTS, scripts);
  keepNewest(MAX_MODULES, modules);
}

function keepNewest(
  count: number,
  files: readonly { readonly parentPath: string; readonly name: string }[],
): void {
  if (files.length <= count) return;
  const dated = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.writtenAt - one.writtenAt);
  for (const { path } of dated.slice(count)) rmSync(path, { force: true });
}
