import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The path of a data file: where `specifier` finds it in the installed packages, or in a program that was bundled into
 * files of its own, `name` beside them.
 */
export function packagedFile(specifier: string, name: string): string {
  const bundled = join(dirname(fileURLToPath(import.meta.url)), name);
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch (cause) {
    if (existsSync(bundled)) return bundled;
    throw new Error(
      `The data file ${bundled} is missing. Copy it beside the bundle, or do not bundle @galley/core.`,
      {
        cause,
      },
    );
  }
}
