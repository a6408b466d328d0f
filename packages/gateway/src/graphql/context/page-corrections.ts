import type { Application, CorrectedPage, Correction } from "@galley/core/domain";
import DataLoader from "dataloader";

/** Loads the corrections of many pages in one query. */
export type PageCorrections = DataLoader<CorrectedPage, readonly Correction[]>;

/** Not cached, because corrections change. */
export function createPageCorrections({ corrections }: Application): PageCorrections {
  return new DataLoader((pages) => corrections.ofEachPage(pages), { cache: false });
}
