import { lstat, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";

/** Paths in the package: `target` is to be a symbolic link to `source`. */
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the symbolic links of PostgreSQL's libraries, which npm packages cannot contain. The package does it in its
 * install script, which pnpm runs only if it is allowed.
 *
 * @throws Error for an operator if a link is missing and the folder is not writable.
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  const links = linksSchema.parse(await listOf(packageFolder));
  const missing = await Promise.all(
    links.map(async (link) => ((await exists(join(packageFolder, link.target))) ? [] : [link])),
  );
  for (const { source, target } of missing.flat()) {
    const path = join(packageFolder, target);
    await symlink(relative(dirname(path), join(packageFolder, source)), path).catch((error: unknown) =>
      refuse(packageFolder, error),
    );
  }
}

async function listOf(packageFolder: string): Promise<unknown> {
  return JSON.parse(await readFile(join(packageFolder, "native/pg-symlinks.json"), "utf8"));
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

/** Another process may have created the link in the meantime. */
function refuse(packageFolder: string, cause: unknown): void {
  if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return;
  throw new Error(
    `The embedded PostgreSQL in ${packageFolder} is not completely installed, and the folder is not writable. ` +
      "Install it again with its install script, or set DATABASE_URL to a PostgreSQL 15 or later.",
    { cause },
  );
}
