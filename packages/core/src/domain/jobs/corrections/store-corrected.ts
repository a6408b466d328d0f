import { correctedPage } from "../../../extraction/corrections/corrected-page.ts";
import type { Transaction } from "../../ports.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";

/**
 * Stores pages of a locked job with all their corrections, so that whatever is written from them has these. They are
 * always written from what was read: corrections can be replaced and deleted in any order.
 */
export async function storeCorrected(
  { jobs, pages, corrections }: Transaction<JobRecords>,
  { id, textRevision }: Job,
  numbers: readonly number[],
): Promise<void> {
  const found = await corrections.listOfPages(numbers.map((page) => ({ jobId: id, page })));
  for (const [number, read] of await pages.asRead(id, numbers)) {
    const own = found.filter(({ page }) => page === number);
    await pages.correct(id, number, correctedPage(read, own));
  }
  await jobs.update(id, { textRevision: textRevision + 1 });
}
