import module from "node:module";
import { codeCacheFolder } from "./code-cache-folder.ts";

/** Makes Node keep the compiled code of modules that this thread loads from now on, if this Node can. */
export function keepCompiledModules(): void {
  const folder = codeCacheFolder();
  if (folder !== undefined) module.enableCompileCache?.(folder);
}
