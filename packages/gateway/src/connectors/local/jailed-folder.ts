import { realpath } from "node:fs/promises";
import { isAbsolute, sep } from "node:path";
import { ConnectorError } from "@galley/core/domain";

/**
 * The folder that a path leads to: what a link leads to counts, not where it stands.
 *
 * @throws ConnectorError when it is not below one of `roots`.
 */
export async function jailedFolder(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) {
    throw new ConnectorError(
      "ACCESS_DENIED",
      "No folder of this machine is open to connectors. GALLEY_LOCAL_ROOTS names those that are.",
    );
  }
  if (isAbsolute(path) && !path.includes("\0")) {
    const real = await realpath(path).catch(() => undefined);
    for (const root of roots) {
      const realRoot = await realpath(root).catch(() => undefined);
      if (real !== undefined && realRoot !== undefined && isWithin(realRoot, real)) return real;
    }
  }
  // The same for what is not there and what is not open: nobody learns what this machine has.
  throw new ConnectorError("ACCESS_DENIED", "The path is no folder that is open to connectors.");
}

export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
