import { existsSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The program of a thread or a child process, beside the module that starts it: what the build has made one file of, which
 * starts in a third of the time, or the module. In a bundle it is beside the bundle, if it was bundled as well.
 *
 * @param from the address of the module that starts it.
 */
export function threadFile(name: string, from: string): URL {
  const file = new URL(`./${name}${extname(from)}`, from);
  const files = [new URL(`./${name}.bundle.js`, from), file];
  const found = files.find((one) => existsSync(one));
  if (found) return found;
  throw new Error(
    `${fileURLToPath(file)} is missing, which is a thread of @galley/core. Leave @galley/core out of the bundle, or bundle its threads as well.`,
  );
}
