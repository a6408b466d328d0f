import { join } from "node:path";

/** Folders of `.traineddata` files; they need not exist. */
export interface LanguageFolders {
  /** Besides the installed packages and the data of an installed Tesseract; of a language in several, the first is used. */
  readonly tessdata: readonly string[];
  /** `galley languages add` writes to it. It is one of `tessdata`. */
  readonly addedLanguages: string;
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
  return { tessdata, addedLanguages };
}
