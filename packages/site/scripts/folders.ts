import { fileURLToPath } from "node:url";

const folder = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The console's, too. */
export const ICON = folder("../console/public/icon.svg");

export const FOLDERS = {
  repository: folder("../../"),
  package: folder(""),
  /** The pages as VitePress reads them: the repository's and the generated ones, with their links rewritten. */
  pages: folder("dist/pages"),
  cache: folder("dist/cache"),
  /** Part of the package of the service. */
  site: folder("../gateway/dist/docs"),
} as const;
