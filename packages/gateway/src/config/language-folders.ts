import { join } from "node:path";

/** Folders of `.traineddata` files; they need not exist. */
export interface LanguageFolders {
  /** For the built-in recogniser, besides the installed packages; of a language in several, the first is used. */
  readonly tessdata: readonly string[];
  /** `galley languages add` writes to it. It is one of `tessdata`. */
  readonly addedLanguages: string;
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
  const addedLanguages = join(dataDir, "languages");
  const tessdata = given === undefined ? [addedLanguages] : [given, addedLanguages];
  return { tessdata, addedLanguages, ownTessdata: given ?? "" };
}
