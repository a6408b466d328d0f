import { readFileSync } from "node:fs";

/**
 * The package version. The relative path of the manifest is the same from the source and from the built code. Read
 * without a schema, whose library takes longer to load than a page to read.
 */
export function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const found = /^ {2}"version": "([^"]+)"/m.exec(manifest)?.[1];
  if (found === undefined) throw new Error("package.json has no version.");
  return found;
}
