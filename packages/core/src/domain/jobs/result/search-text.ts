import {
  searchRefusal,
  searchText,
  type TextMatch,
  type TextSearch,
} from "../../../extraction/search/search-text.ts";
import { searchTextApart } from "../../../extraction/search/search-apart.ts";
import { boxOfWords } from "../../../extraction/search/word-boxes.ts";
import type { Caller } from "../../access/caller.ts";
import { DomainError } from "../../domain-error.ts";
import { findJob } from "../find-jobs.ts";
import { isSettled, textOptions } from "../job.ts";
import type { JobPorts, JobReference, PlacedMatch } from "../jobs.ts";
import { isTextKept } from "./text-lifetime.ts";
import type { JobRecords } from "../job-ports.ts";
import type { Database } from "../../ports.ts";

/** See `Jobs.searchText`. */
export async function searchTextOfJob(
  { database, environment }: Pick<JobPorts, "environment"> & { readonly database: Database<JobRecords> },
  caller: Caller,
  { reference, term }: { readonly reference: JobReference; readonly term: string },
): Promise<readonly PlacedMatch[]> {
  const job = await findJob({ database }, caller, reference);
  if (!isSettled(job.status)) throw new DomainError("NOT_READY", `The job is ${job.status}.`);
  if (!job.keepForSearch && !isTextKept(job, environment.now())) {
    throw new DomainError(
      "CONFLICT",
      "The text is no longer kept. To search it for longer, submit the document with keepForSearch.",
    );
  }
  const { pages } = database.records;
  // Fails before a thousand pages are read in vain.
  matchesOf(searchText([], textOptions(job), term));
  const matches = matchesOf(await searchTextApart(await pages.wordings(job.id), textOptions(job), term));
  const words = await pages.words(job.id, [...new Set(matches.map(({ page }) => page))]);
  return matches.map(({ start, end, ...match }) => ({
    ...match,
    box: boxOfWords(words.get(match.page) ?? new Float64Array(), { start, end }),
  }));
}

function matchesOf(search: TextSearch): readonly TextMatch[] {
  if (search.ok) return search.matches;
  throw new DomainError("BAD_INPUT", `term: ${searchRefusal(search.reason)}`, { field: "term" });
}
