import { realpath } from "node:fs/promises";
import { isAbsolute, sep } from "node:path";
import { ConnectorError } from "@galley/core/domain";

/**
 * The real path of a folder, with symbolic links resolved.
 *
 * @throws ConnectorError if it is not below one of `roots`.
 */
export async function jailedFolder(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) {
    throw new ConnectorError(
      "ACCESS_DENIED",
      "No folder of this machine is open to connectors. The operator of the service opens folders by setting GALLEY_LOCAL_ROOTS and restarting it.",
    );
  }
  if (isAbsolute(path) && !path.includes("\0")) {
    const real = await realpath(path).catch(() => undefined);
    for (const root of roots) {
      const realRoot = await realpath(root).catch(() => undefined);
      if (real !== undefined && realRoot !== undefined && isWithin(realRoot, real)) return real;
    }
  }
  // The same error whether the folder is missing or not allowed, so callers cannot probe the file system.
  throw new ConnectorError(
    "ACCESS_DENIED",
    "The path is not a folder that is open to connectors. GALLEY_LOCAL_ROOTS lists those that are; a change of it takes effect when the service is restarted.",
  );
}

export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
