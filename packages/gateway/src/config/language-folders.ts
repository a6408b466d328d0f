import { join } from "node:path";
import type { extractionVariables } from "./extraction.ts";
import type { storageVariables } from "./storage.ts";
import type { ValuesOf } from "./variable.ts";

/** Folders of `.traineddata` files. */
export interface LanguageFolders {
  /** For the built-in recogniser, besides the installed packages; `galley languages add` writes to it. It need not exist. */
  readonly tessdata: string;
  /** For an installed Tesseract; "" uses its own. */
  readonly ownTessdata: string;
}

type LanguageVariables = Pick<typeof extractionVariables, "GALLEY_TESSDATA"> &
  Pick<typeof storageVariables, "GALLEY_DATA_DIR">;

export function languageFolders({
  GALLEY_TESSDATA: given,
  GALLEY_DATA_DIR: dataDir,
}: ValuesOf<LanguageVariables>): LanguageFolders {
  return { tessdata: given ?? join(dataDir, "languages"), ownTessdata: given ?? "" };
}
