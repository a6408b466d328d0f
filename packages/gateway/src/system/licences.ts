import { readFile } from "node:fs/promises";
import type { Licence } from "@galley/core/domain";
import { z } from "zod";

/** Written by the build; the path is the same from the source and from the built code. */
const FILE = new URL("../../dist/licences.json", import.meta.url);

const licencesSchema: z.ZodType<readonly Licence[]> = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string() }),
);

let read: Promise<readonly Licence[]> | undefined;

/** The dependencies that the build found, by name; none before the first build. */
export function installedLicences(): Promise<readonly Licence[]> {
  read ??= readFile(FILE, "utf8").then(
    (text) => licencesSchema.parse(JSON.parse(text)),
    () => [],
  );
  return read;
}
