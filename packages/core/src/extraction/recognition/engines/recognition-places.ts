/** Locations of recognition data on this machine. */
export interface RecognitionPlaces {
  /** Folders of Tesseract `.traineddata` files, in addition to installed language packages. */
  readonly tessdata: readonly string[];
}

/** Folders of language data as callers give them: one, several, or "" for none. */
export type GivenFolders = string | readonly string[];

export function foldersIn(given: GivenFolders): readonly string[] {
  return [given].flat().filter((folder) => folder !== "");
}
