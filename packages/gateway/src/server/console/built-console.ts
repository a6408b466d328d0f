import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PACKAGE = "@galley/console/package.json";

/** The folder of the console's built files; undefined if the package is not installed. */
export function builtConsole(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    return join(dirname(resolve(PACKAGE)), "dist");
  } catch {
    return undefined;
  }
}
