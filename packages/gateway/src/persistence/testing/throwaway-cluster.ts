import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder for the one PostgreSQL that all tests of a run share. */
    readonly throwawayDataDir: string;
  }
}

/** Sets a folder aside for a run; the first test that needs a database makes the cluster in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "galley-test-"));
  project.provide("throwawayDataDir", folder);
  return () => rm(folder, { recursive: true, force: true });
}
