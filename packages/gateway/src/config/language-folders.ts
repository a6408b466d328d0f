import { join } from "node:path";

/** Folders of `.traineddata` files. */
export interface LanguageFolders {
  /** For the built-in recogniser, besides the installed packages; `galley languages add` writes to it. It need not exist. */
  readonly tessdata: string;
  /** For an installed Tesseract; "" uses its own. */
  readonly ownTessdata: string;
}

interface LanguageVariables {
  readonly GALLEY_TESSDATA?: string | undefined;
  readonly GALLEY_DATA_DIR: string;
}

export function languageFolders({
  GALLEY_TESSDATA: given,
  GALLEY_DATA_DIR: dataDir,
}: LanguageVariables): LanguageFolders {
  return { tessdata: given ?? join(dataDir, "languages"), ownTessdata: given ?? "" };
}
