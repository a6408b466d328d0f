/** Where a program keeps its compiled code, so that it starts sooner the next time. */
export { codeCacheFolder } from "./extraction/code-cache/code-cache-folder.ts";
export { keepCompiledModules } from "./extraction/code-cache/compile-cache.ts";
