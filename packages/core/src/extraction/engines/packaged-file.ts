import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The path of a data file: in a program that was bundled, `name` beside it; otherwise where `specifier` finds it in the
 * installed packages, which takes longer to look up.
 */
export function packagedFile(specifier: string, name: string): string {
  const bundled = join(dirname(fileURLToPath(import.meta.url)), name);
  if (existsSync(bundled)) return bundled;
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch (cause) {
    throw new Error(
      `The data file ${bundled} is missing. Copy it beside the bundle, or do not bundle @galley/core.`,
      {
        cause,
      },
    );
  }
}
