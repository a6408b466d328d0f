import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where programs keep what they can make again, below the home folder. */
const CACHES = new Map<NodeJS.Platform, readonly string[]>([
  ["darwin", ["Library", "Caches"]],
  ["win32", ["AppData", "Local"]],
]);

/** Permissions of anyone but the owner. */
const OTHERS = 0o077;

/**
 * The folder of this user's compiled code, which is created if needed; undefined if there is none that only this user
 * can access. Compiled code is run without further checks, so it must not come from anyone else.
 */
export function codeCacheFolder(): string | undefined {
  try {
    const home = homedir();
    // With sudo, the home folder can be that of another user, who could not use a folder that is created in it.
    if (!isOwn(lstatSync(home))) return undefined;
    const folder = join(home, ...(CACHES.get(process.platform) ?? [".cache"]), "galley");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const facts = lstatSync(folder);
    // On Windows, the folder inherits the access rules of the user's profile.
    const isPrivate = process.platform === "win32" || (isOwn(facts) && (facts.mode & OTHERS) === 0);
    return facts.isDirectory() && isPrivate ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}
