import type { Application, Job, StoredPage } from "@galley/core/domain";
import DataLoader from "dataloader";

/** A part of a job's pages, by number: at most `limit` of those above `after`. */
interface PartOfPages {
  readonly job: Job;
  readonly after: number;
  readonly limit: number;
}

/** Reads parts of the pages of many jobs in one go, however many jobs a list holds. */
export type PageParts = DataLoader<PartOfPages, readonly StoredPage[]>;

/** Nothing is kept between two reads: a subscription lives long, and pages come and lose their text. */
export function createPageParts({ jobs }: Application): PageParts {
  return new DataLoader(
    async (parts) => {
      const pages = new Map<PartOfPages, readonly StoredPage[]>();
      for (const alike of Map.groupBy(parts, ({ after, limit }) => `${after} ${limit}`).values()) {
        const [range] = alike;
        if (!range) continue;
        const found = await jobs.pagesOfEach(
          alike.map(({ job }) => job),
          { after: range.after, limit: range.limit },
        );
        for (const [index, part] of alike.entries()) pages.set(part, found[index] ?? []);
      }
      return parts.map((part) => pages.get(part) ?? []);
    },
    { cache: false },
  );
}
