import type { Application, Job, PageDetail, StoredPage } from "@galley/core/domain";
import DataLoader from "dataloader";

/** A range of a job's pages by number: at most `limit` pages after page `after`. */
interface PartOfPages {
  readonly job: Job;
  readonly after: number;
  readonly limit: number;
  readonly detail: PageDetail;
}

/** Loads a range of pages for many jobs in one query. */
export type PageParts = DataLoader<PartOfPages, readonly StoredPage[]>;

/** Not cached: during a long subscription pages are added and lose their text. */
export function createPageParts({ jobs }: Application): PageParts {
  return new DataLoader(
    async (parts) => {
      const pages = new Map<PartOfPages, readonly StoredPage[]>();
      for (const alike of Map.groupBy(
        parts,
        ({ after, limit, detail }) => `${after} ${limit} ${detail}`,
      ).values()) {
        const [range] = alike;
        if (!range) continue;
        const found = await jobs.pagesOfEach(
          alike.map(({ job }) => job),
          { after: range.after, limit: range.limit, detail: range.detail },
        );
        for (const [index, part] of alike.entries()) pages.set(part, found[index] ?? []);
      }
      return parts.map((part) => pages.get(part) ?? []);
    },
    { cache: false },
  );
}
