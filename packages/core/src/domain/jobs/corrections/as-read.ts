import type { PageOutcome } from "../../../extraction/result/extracted-document.ts";
import type { StructuredPage } from "../../../extraction/structure/document/document-page.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Job } from "../job.ts";

/** Which version of a text is returned. */
export interface TextVersion {
  /** As it was read, without corrections. Default: false. */
  readonly original?: boolean | undefined;
}

/** Pages per database query; between queries, other callers are served. */
const PAGES_AT_ONCE = 50;

/** Pages of a job with their content as it was read, before words were corrected. */
export async function asRead<Page extends PageOutcome | StructuredPage>(
  { pages }: Pick<JobRecords, "pages">,
  { id, textRevision }: Pick<Job, "id" | "textRevision">,
  corrected: readonly Page[],
): Promise<readonly Page[]> {
  if (textRevision === 0) return corrected;
  const read: Page[] = [];
  for (let at = 0; at < corrected.length; at += PAGES_AT_ONCE) {
    const part = corrected.slice(at, at + PAGES_AT_ONCE);
    const contents = await pages.asRead(
      id,
      part.map(({ number }) => number),
    );
    read.push(...part.map((page) => ({ ...page, ...contents.get(page.number) })));
  }
  return read;
}
