import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder for the PostgreSQL that all tests of a run share. */
    readonly throwawayDataDir: string;
  }
}

/** Reserves a folder for a run; the first test that needs a database creates the cluster in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "galley-test-"));
  project.provide("throwawayDataDir", folder);
  return () => rm(folder, { recursive: true, force: true });
}
