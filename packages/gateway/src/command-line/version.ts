import { readFileSync } from "node:fs";
import { z } from "zod";

const manifestSchema = z.object({ version: z.string() });

/**
 * The package version. The relative path of the manifest is the same from the source and from the built code.
 */
export function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return manifestSchema.parse(JSON.parse(manifest)).version;
}
